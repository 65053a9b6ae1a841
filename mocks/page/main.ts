/** The live page: shows what happens in the store, and calls it with the SDK. */
import { clearAlert, reportFailure, showReachable } from "./alert.ts";
import { connectCopyButton } from "./copy-button.ts";
import { find } from "./dom.ts";
import { forgetFaults, setUpFaults, showFaults } from "./faults.ts";
import { type Connection, followStore } from "./follow-store.ts";
import { setUpLatency, showLatency } from "./latency.ts";
import { showPlants } from "./plants.ts";
import { RequestHistory } from "./request-history.ts";
import { curlOf } from "./requests/curl.ts";
import { RequestList } from "./requests/request-list.ts";
import { showRules } from "./rules.ts";
import { setUpSessions } from "./sessions.ts";
import { LastCallView } from "./show-last-call.ts";
import { session, store } from "./store.ts";
import { setUpTabs } from "./tabs.ts";
import { followPlants, forgetCalls, setUpTryIt } from "./try-it/try-it.ts";

const connection = find("#connection", HTMLElement);
const curl = find("#curl", HTMLElement);

const CONNECTION_LABELS: Record<Connection, string> = {
  connecting: "Connecting",
  live: "Live",
  lost: "Disconnected",
};

if (session !== undefined) document.title = `${session} – ${document.title}`;
find("#base-url", HTMLElement).textContent = store.baseUrl;
connectCopyButton("#copy-url", () => store.baseUrl);
curl.textContent = curlOf({ headers: {}, body: '{ "id": 1, "name": "Fern" }' }, store.baseUrl, "any-token");
connectCopyButton("#copy-curl", () => curl.textContent);
find("#reset", HTMLButtonElement).addEventListener("click", () => reportFailure(store.clear()));
setUpFaults();
setUpLatency();
setUpSessions();
setUpTabs();

const history = new RequestHistory();
const requests = new RequestList(history);
const lastCall = new LastCallView(history, requests);
setUpTryIt(lastCall);
followStore(history, {
  showConnection(state) {
    connection.dataset.state = state;
    connection.textContent = CONNECTION_LABELS[state];
    showReachable(state !== "lost");
    if (state === "live") clearAlert();
    if (state === "lost") forgetFaults();
  },
  showRequests() {
    requests.show();
    lastCall.update();
  },
  showReset() {
    lastCall.clear();
    forgetCalls();
  },
  showPlants(plants) {
    showPlants(plants);
    followPlants(plants);
  },
  showFaults,
  showLatency,
  showRules,
});
