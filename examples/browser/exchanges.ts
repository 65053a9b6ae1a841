/** What went over the wire, attempt by attempt, as it is shown. */
import { find, make } from "./dom.ts";

const list = find("#exchanges", HTMLOListElement);

export function clearExchanges(): void {
  list.replaceChildren();
}

/** Shows a request, and gives the function that shows its answer, again when more of it has come. */
export function showRequest(request: string): (answer: string) => void {
  const answer = make("pre", "", "None yet.");
  list.append(
    make(
      "li",
      "",
      make("h3", "", `Attempt ${list.childElementCount + 1}`),
      make("div", "", make("h4", "", "Request"), make("pre", "", request)),
      make("div", "", make("h4", "", "Answer"), answer),
    ),
  );
  return (text) => {
    answer.textContent = text;
  };
}
