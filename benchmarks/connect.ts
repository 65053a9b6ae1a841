/** Creates a client that the benchmark compares with the others. */
export type Connect = (baseUrl: string, token: string, fetch: typeof globalThis.fetch) => Create;

export type Create = (plant: { id: number; name: string; tag: string }) => Promise<unknown>;
