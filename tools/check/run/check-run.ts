/** What the checks of one run share: ids, texts, the number of bodies, and what was found. */
import { isSameName } from "../../../src/contract/changed-fields.ts";
import { stringifyJson } from "../../../src/contract/json.ts";
import type { PlantStoreRules, Rejection } from "../../../src/contract/rules.ts";
import type { Plant } from "../../../src/contract/schemas.ts";
import type { CheckSettings } from "./check-options.ts";
import { FreshIds, FreshTexts } from "./fresh-plants.ts";
import {
  isAboutPlant,
  judgeMediaType,
  judgeRejection,
  judgeValid,
  mayHaveCreated,
  type Verdict,
} from "./judge.ts";
import {
  describeViolation,
  type Finding,
  inconclusive,
  type PlantStoreCheckName,
  reportedEarly,
  stopped,
  type Violation,
} from "./report.ts";
import { type CheckRequest, type CheckResponse, MALFORMED, Service } from "./service.ts";

/** Finds out what a check is about. Violations are reported by the run. */
export type Find = (run: CheckRun) => Promise<Finding>;
export type Checks = { [Name in PlantStoreCheckName]?: Find };

/** A plant that is valid by the specification. */
export type ValidPlant = Plant & { id: bigint };

/** A rule about the rejection of plants. */
export type FieldRule = `${"id" | "name" | "tag"}.${"missing" | "type" | "range"}`;

export const NOT_JSON = "text that is not JSON";

/** Statuses that a service may send whatever the body is: for a wrong token, or by a firewall in front of it. */
const REFUSALS = [401, 403, 406];

/** Equal for the same problem with another id. */
const withoutNumbers = (problem: string) => problem.replace(/\d+/g, "");

/** The things that are wrong, each of which is reported once. */
const keysOf = ({ expected, problems = [expected] }: Violation) => problems.map(withoutNumbers);

/** The second violation, with the problems that the first one has, too. Undefined if there are none. */
function inBoth(first: Violation, second: Violation): Violation | undefined {
  const before = keysOf(first);
  const { expected, problems = [expected] } = second;
  const common = problems.filter((problem) => before.includes(withoutNumbers(problem)));
  if (common.length === 0) return undefined;
  return second.problems ? { expected, problems: common } : second;
}

export class CheckRun {
  readonly settings: CheckSettings;
  readonly service: Service;
  readonly ids: FreshIds;
  readonly names = new FreshTexts();
  readonly tags = new FreshTexts();
  /** What was found so far. */
  rules: PlantStoreRules = { version: 1 };
  /** How long the texts of plants are, in code points. Undefined if no plant was accepted. */
  nameLength: number | undefined;
  tagLength: number | undefined;
  /** The verdict about the last of the plants that were sent before one was accepted. */
  lastFirst: Verdict | undefined;
  /** Whether a plant without a tag was accepted. */
  omitsTag = false;
  /** Whether another name in a response may show that the service changes names. */
  learnsNames = true;
  /** Whether the same request is always rejected in the same way. */
  isStable = true;
  /** How malformed text was rejected, by what token was sent. */
  readonly tokenRejections: { none?: Rejection | undefined; wrong?: Rejection | undefined } = {};
  /** Sends a plant that is not valid, like one that was rejected. */
  sendRejected: ((id?: bigint) => Promise<Verdict>) | undefined;
  /** Violations of the current check. */
  violations: { detail: string; curl?: string }[] = [];
  /** The requests of the current try, for its curl line. */
  steps: { request: CheckRequest; id: bigint | undefined }[] = [];
  /** Ids whose plants exist or may exist. */
  readonly created = new Set<bigint>();
  /** What is wrong with the media types of responses, with `""` for one that is right. */
  readonly mediaTypes = new Set<string>();
  /** Problems that were reported, without their numbers. */
  readonly #reported = new Set<string>();
  readonly #sentNames = new Set<string>();
  /** Names that came back instead of another one, and for which one first. */
  readonly #otherNames = new Map<string, string>();
  #malformed: Verdict | undefined;
  #creates = 0;

  constructor(settings: CheckSettings) {
    this.settings = settings;
    this.service = new Service(settings);
    this.ids = new FreshIds(settings);
  }

  /** A plant like those that were accepted. @throws EarlyFinding if none was */
  plant(fields: Partial<ValidPlant> = {}): ValidPlant {
    const { nameLength, tagLength, omitsTag, lastFirst } = this;
    if (nameLength === undefined) {
      const { baseUrl, createOn, ids } = this.settings;
      const received = lastFirst && `: POST ${this.service.url} received ${this.explain(lastFirst)}`;
      const advice = `. Check the token. If the service needs smaller ids, run \`plant-store-sdk check --base-url ${baseUrl} --create-on ${createOn} --ids FROM..TO\` with a range that is free`;
      const mayHelp = lastFirst && isAboutPlant(lastFirst) && !ids;
      throw stopped(`no valid plant was accepted${received ?? ""}`, mayHelp ? advice : "");
    }
    const tag = !omitsTag && tagLength !== undefined && { tag: this.tags.next(tagLength) };
    return { id: this.ids.next(), name: this.names.next(nameLength), ...tag, ...fields };
  }

  /** Notes how such a plant is rejected, unless that is known. */
  findRejection(rule: FieldRule, rejection: Rejection): void {
    const { rules, isStable } = this;
    const [field, code] = rule.split(".") as ["id" | "name" | "tag", "missing" | "type" | "range"];
    if (isStable) rules[field] = { ...rules[field], [code]: rules[field]?.[code] ?? rejection };
  }

  /** Sends text that is not JSON. */
  async sendMalformed(given: CheckRequest = {}): Promise<Verdict> {
    const verdict = judgeRejection(await this.#send({ body: MALFORMED, ...given }), NOT_JSON);
    if (verdict.kind === "accepted") this.created.add(0n); // What is missing is 0 in some languages.
    return verdict;
  }

  /** The verdict about text that is not JSON, with the right token. Sent once. */
  async malformed(): Promise<Verdict> {
    this.#malformed ??= await this.sendMalformed();
    return this.#malformed;
  }

  /** Sends a plant that is valid. @param body as JSON, unless it is a text */
  async sendValid(
    plant: ValidPlant,
    given: CheckRequest = {},
    body: object | string = plant,
  ): Promise<Verdict> {
    this.#sentNames.add(plant.name);
    const response = await this.send(plant.id, body, given);
    this.names.note(plant.name, !mayHaveCreated(response));
    const verdict = judgeValid(response, plant);
    return this.#hasChangedName(plant.name, verdict) ? { ...verdict, kind: "accepted" } : verdict;
  }

  /** Sends a body that could create a plant. @param id that is in it or near it @param value as JSON, unless it is a text */
  async send(id: bigint, value: object | string, given: CheckRequest = {}) {
    const { maxCreates, onId } = this.settings;
    if (this.#creates >= maxCreates)
      throw inconclusive(`${maxCreates} bodies were sent that could create a plant, which is the limit`);
    this.#creates += 1;
    await onId?.(id);
    const body = typeof value === "string" ? value : `${stringifyJson(value)}`;
    const response = await this.#send({ ...given, body }, id);
    if (mayHaveCreated(response)) this.created.add(id);
    const wasAccepted = given.token === undefined && this.nameLength !== undefined;
    if (wasAccepted && REFUSALS.includes(response.status)) {
      const { status, received } = await this.sendMalformed();
      // Otherwise, it is a firewall's 403 for one odd text.
      if (status === response.status)
        throw stopped(`the token was accepted before, and now gets ${received}`);
    }
    return response;
  }

  /** Sends a valid plant that must be accepted for the check to go on, since others like it were. */
  async create(plant: ValidPlant = this.plant(), request: CheckRequest = {}): Promise<Verdict> {
    const first = await this.sendValid(plant, request);
    if (first.kind === "accepted") return first;
    const second = await this.sendValid(this.plant());
    if (second.kind === "accepted")
      throw inconclusive(`a plant like others that were accepted got ${this.explain(first)}`);
    throw stopped(`plants like those that were accepted now get ${this.explain(second)}`);
  }

  /**
   * Makes a try, and another one if it shows a violation that was not reported before, or one of two changed names that it takes
   * to tell that the service changes them.
   *
   * @param wanted what is a violation if the service fails instead, between plants that are accepted
   * @param isOnce whether one accepted plant is a violation, because a second one could meet it
   * @throws EarlyFinding if the second try shows something else, or the response shows nothing
   */
  async decide(attempt: () => Promise<Verdict>, wanted?: string, isOnce?: boolean): Promise<Verdict> {
    const tryIt = async () => {
      this.steps = [];
      const verdict = await attempt();
      const { status, isFailure } = verdict;
      if (wanted === undefined || !isFailure || this.nameLength === undefined) return verdict;
      return { ...verdict, violation: { expected: status === 0 ? wanted : `${wanted}, not a 5xx` } };
    };
    let first = await tryIt();
    const isReported = first.violation && !this.#isNew(first.violation);
    if (first.kind === "unclear" && typeof first.shown?.name === "string" && isReported)
      first = await tryIt();
    const { kind, violation, isFailure } = first;
    if (violation && this.#isNew(violation))
      return this.#confirm(violation, first, isOnce && kind === "accepted" ? first : await tryIt());
    if (violation && isFailure) throw reportedEarly(violation);
    if (kind === "unclear") throw inconclusive(`received ${this.explain(first)}`);
    return first;
  }

  /** Whether a violation has a problem that was not reported before. */
  #isNew(violation: Violation): boolean {
    return keysOf(violation).some((problem) => !this.#reported.has(problem));
  }

  /** What was received, and what may help. */
  explain({ kind, status, received, shown }: Verdict): string {
    if (kind !== "unclear") return received;
    if (status === 503 && this.nameLength !== undefined)
      return `${received}; if a rate limit caused it, check at a lower rate`;
    if (typeof shown?.name === "string")
      return `${received}; with another name, it may come from a cache or another service`;
    const isHtml = status >= 400 && status < 500;
    return isHtml ? `${received}; in HTML, it may come from something in front of the service` : received;
  }

  async #confirm(violation: Violation, first: Verdict, second: Verdict): Promise<Verdict> {
    const { kind, received } = second;
    const steps = [...this.steps];
    const confirmed = second.violation && inBoth(violation, second.violation);
    if (!confirmed || !this.#isNew(confirmed)) {
      const expected = describeViolation(violation);
      throw inconclusive(`expected ${expected}; received ${first.received}, and then ${received}`);
    }
    // A service that stopped to work, such as for maintenance, has no defect.
    if (this.nameLength !== undefined) await this.create();
    for (const problem of keysOf(confirmed)) this.#reported.add(problem);
    const isTaken = first === second && Number(steps[0]?.id) < 2;
    const remark = isTaken ? `; the curl line needs the id ${steps[0]?.id}, which is taken now` : "";
    const asSent = steps.map(({ request }) => this.service.curlOf(request));
    const curl = steps.map(({ request, id }) =>
      this.service.curlOf(request, (body) => this.ids.quoteFresh(body, id)),
    );
    if (curl.some((line, index) => line !== asSent[index])) curl.unshift("t=$(date +%s)");
    this.violations.push({
      detail: `expected ${describeViolation(confirmed)}; received ${received}${remark}`,
      curl: curl.join(" && \\\n"),
    });
    if (kind === "unclear") throw inconclusive("the violation is reported");
    return second;
  }

  /**
   * Whether a 2xx shows the plant that was sent with another name, because the service changes names. A name of another plant,
   * or one that came back for different names, is the response to something else. It takes two changed names to tell.
   */
  #hasChangedName(sent: string, { kind, shown: { name } = {} }: Verdict): boolean {
    if (kind !== "unclear" || typeof name !== "string" || isSameName(sent, name)) return false;
    if (this.#sentNames.has(name) || !(this.rules.namesMayChange ?? this.learnsNames)) return false;
    const first = this.#otherNames.get(name) ?? sent;
    this.#otherNames.set(name, first);
    const isChanged = first === sent && this.#otherNames.size > 1;
    if (isChanged) this.rules.namesMayChange = true;
    return isChanged;
  }

  async #send(request: CheckRequest, id?: bigint): Promise<CheckResponse> {
    this.steps.push({ request, id });
    const response = await this.service.send(request);
    const problem = judgeMediaType(response);
    if (problem !== undefined) this.mediaTypes.add(problem);
    return response;
  }
}
