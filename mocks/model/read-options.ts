/** The options as the caller passes them. */
type Given<T> = { [Option in keyof T]?: T[Option] | undefined };

/**
 * Adds the defaults to a caller's options. Reads each option once.
 *
 * @param caller for the message
 * @param defaults has a member for every option, even if its default is undefined
 * @throws TypeError for an unknown option. Names it, but does not show its value
 */
export function readOptions<T extends object>(caller: string, options: Given<T>, defaults: T): T {
  if (typeof options !== "object" || options === null)
    throw new TypeError(`${caller}: the options must be an object.`);
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || Object.hasOwn(defaults, name)) continue;
    const known = Object.keys(defaults).join(", ");
    throw new TypeError(`${caller}: \`${name}\` is not an option. The options are ${known}.`);
  }
  const read = (name: string) => {
    // An option can be inherited from a class, but nothing that every object inherits is an option.
    if (name in Object.prototype && !Object.hasOwn(options, name)) return undefined;
    return options[name as keyof T];
  };
  const given = Object.keys(defaults).map((name) => [name, read(name)] as const);
  return { ...defaults, ...Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
}
