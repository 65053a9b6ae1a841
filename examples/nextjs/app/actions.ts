"use server";

import { safeCreatePlant } from "plant-store-sdk";
import { type FormState, notAllowed, once, readPlant, toState } from "@/lib/form-state";
import { hasSession } from "@/lib/session";

/** Creates a plant. Returns a state of plain data: the error object would show the store's URL to the page. */
export async function createPlant(_previous: FormState, form: FormData): Promise<FormState> {
  // Anyone can call a server action, so it checks the session itself.
  if (!(await hasSession())) return notAllowed(form);
  return once(form, async () => {
    // Never rejects: a server action that throws loses its message in production.
    const result = await safeCreatePlant(readPlant(form), { timeout: 20_000 });
    if (!result.success) console.error(JSON.stringify(result.error));
    return toState(form, result);
  });
}
