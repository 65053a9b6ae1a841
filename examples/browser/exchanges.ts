/** Shows the request and response of every attempt. */
import { find, make } from "./dom.ts";

const list = find("#exchanges", HTMLOListElement);

export function clearExchanges(): void {
  list.replaceChildren();
}

/** Shows a request. Returns a function that shows its response; call it again when more has arrived. */
export function showRequest(request: string): (response: string) => void {
  const response = make("pre", "", "No response yet.");
  list.append(
    make(
      "li",
      "",
      make("h3", "", `Attempt ${list.childElementCount + 1}`),
      make("div", "", make("h4", "", "Request"), make("pre", "", request)),
      make("div", "", make("h4", "", "Response"), response),
    ),
  );
  return (text) => {
    response.textContent = text;
  };
}
