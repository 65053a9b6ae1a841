/** Sends the largest memory of this process, in kB, for every message from its parent. */
process.on("message", () => process.send(process.resourceUsage().maxRSS));
process.channel.unref();
