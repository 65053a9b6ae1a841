/** On a phone, the page shows one of its parts at a time: see `style/tabs.css`. */

/** The part is kept when the page is loaded again. */
const KEY = "plant-store-tab";

export function setUpTabs(): void {
  const buttons = Array.from(document.querySelectorAll<HTMLButtonElement>("#tabs button"));
  const show = (tab: string) => {
    document.body.dataset.tab = tab;
    for (const button of buttons) button.ariaPressed = String(button.dataset.tab === tab);
    sessionStorage.setItem(KEY, tab);
  };
  for (const button of buttons) button.addEventListener("click", () => show(button.dataset.tab ?? ""));
  document.querySelector(".skip")?.addEventListener("click", () => show("requests"));
  show(sessionStorage.getItem(KEY) ?? "try-it");
}
