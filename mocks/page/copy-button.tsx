/** A button that copies a text. */
import { useState } from "preact/hooks";

const CONFIRMATION_MS = 1_500;

/** @param label the accessible name, if the shown name does not say what it copies */
export function CopyButton({ text, label, name = "Copy" }: { text: string; label?: string; name?: string }) {
  const [confirmation, setConfirmation] = useState<string>();
  const copy = async () => {
    // Pages have a clipboard only over https and on this machine.
    const writing = navigator.clipboard?.writeText(text).then(() => "Copied");
    setConfirmation((await writing?.catch(() => undefined)) ?? "Select the text");
    setTimeout(() => setConfirmation(undefined), CONFIRMATION_MS);
  };
  return (
    <button type="button" aria-label={confirmation ? undefined : label} onClick={copy}>
      {confirmation ?? name}
    </button>
  );
}
