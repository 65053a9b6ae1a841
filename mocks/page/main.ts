/** The live page: shows what happens in the store, and calls it with the SDK. */
import { reportFailure, showReachable } from "./alert.ts";
import { session, store } from "./connected-store.ts";
import { connectCopyButton } from "./copy-button.ts";
import { find } from "./dom.ts";
import { setUpFaults, showFaults, showHeld } from "./fault-form.ts";
import { followStore } from "./follow-store.ts";
import { showPlants } from "./plants.ts";
import { RequestHistory } from "./request-history.ts";
import { curlOf } from "./requests/copy-as-curl.ts";
import { RequestList } from "./requests/request-list.ts";
import { setUpSessions } from "./session-menu.ts";
import { setUpLatency, showSettings } from "./settings-form.ts";
import { ANY_TOKEN } from "./try-it/call-code.ts";
import { followLastCall } from "./try-it/show-last-call.ts";
import { followPlants, forgetCalls, setUpTryIt } from "./try-it/try-it.ts";

const connection = find("#connection", HTMLElement);
const curl = curlOf({ headers: {}, body: '{ "id": 1, "name": "Fern" }' }, store.baseUrl, ANY_TOKEN);

if (session !== undefined) document.title = `${session} – ${document.title}`;
find("#base-url", HTMLElement).textContent = store.baseUrl;
connectCopyButton("#copy-url", () => store.baseUrl);
find("#curl", HTMLElement).textContent = curl;
connectCopyButton("#copy-curl", () => curl);
find("#reset", HTMLButtonElement).addEventListener("click", () => reportFailure(store.clear()));
setUpFaults();
setUpLatency();
setUpSessions();
setUpTabs();

/** On a narrow screen, the page shows one of its parts at a time. The part is kept when the page is loaded again. */
function setUpTabs(): void {
  const KEY = "plant-store-tab";
  const buttons = Array.from(document.querySelectorAll<HTMLButtonElement>("#tabs button"));
  const show = (tab: string) => {
    for (const button of buttons) button.ariaPressed = String(button.dataset.tab === tab);
    for (const part of document.querySelectorAll<HTMLElement>("[data-part]"))
      part.classList.toggle("shown", part.dataset.part === tab);
    sessionStorage.setItem(KEY, tab);
  };
  for (const button of buttons) button.addEventListener("click", () => show(button.dataset.tab ?? ""));
  document.querySelector(".skip")?.addEventListener("click", () => show("requests"));
  show(sessionStorage.getItem(KEY) ?? "try-it");
}

const history = new RequestHistory();
const requests = new RequestList(history);
const lastCall = followLastCall(history, requests);
setUpTryIt(lastCall);
followStore(history, {
  showConnection(problem) {
    const isLive = problem === undefined;
    connection.dataset.state = isLive ? "live" : "lost";
    connection.textContent = isLive ? "Live" : "Disconnected";
    showReachable(problem);
    if (!isLive) showFaults(undefined);
  },
  showRequests() {
    requests.show();
    showHeld(history.entries);
    lastCall.update();
  },
  showCleared() {
    lastCall.clear();
    forgetCalls();
  },
  showPlants(plants) {
    showPlants(plants);
    followPlants(plants);
  },
  showFaults,
  showSettings,
});
