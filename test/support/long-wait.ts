/**
 * How long a test waits for a process or a server, for `vi.waitUntil` and for programs: far longer than it takes, on a busy
 * machine, too. Less than a test may take, because its own error says more than "timed out".
 */
export const LONG_WAIT = { timeout: 60_000 };
