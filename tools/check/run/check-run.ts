/** What the checks of one run share: ids, texts, the number of bodies, and what was found. */
import { stringifyJson } from "../../../src/contract/json.ts";
import type { PlantStoreRules, Rejection } from "../../../src/contract/rules.ts";
import type { Plant } from "../../../src/contract/schemas.ts";
import type { CheckSettings } from "./check-options.ts";
import { curlOf, type Step } from "./curl-steps.ts";
import { ServiceHealth, Stop } from "./decide-to-stop.ts";
import { EarlyFinding, Inconclusive } from "./early-finding.ts";
import { Ids } from "./ids.ts";
import {
  describeResponse,
  isAboutPlant,
  type Judge,
  judgeInvalid,
  judgeMediaType,
  judgeUnauthorized,
  judgeValid,
  mayHaveCreated,
  type Verdict,
  type Violation,
} from "./judge.ts";
import { RandomTexts } from "./random-texts.ts";
import { type PlantStoreCheckName, reported } from "./report.ts";
import { type CheckRequest, type CheckResponse, MALFORMED, type NoResponse, Service } from "./service.ts";

/** A plant that is valid by the specification. */
export interface ValidPlant extends Plant {
  id: bigint;
}

/** One try of a request, or of several. */
export interface Try {
  verdict: Verdict;
  steps: Step[];
}

/** A rule about the rejection of plants. */
export type FieldRule = `${"id" | "name" | "tag"}.${"missing" | "type" | "range"}`;

/** What the checks have found so far. */
interface Findings {
  rules: PlantStoreRules;
  /** How long the texts of plants are, in code points. Undefined if no plant was accepted. */
  nameLength?: number | undefined;
  tagLength?: number | undefined;
  /** The verdict about the last of the plants that were sent before one was accepted. */
  lastFirst?: Verdict;
  /** Whether a plant without a tag was accepted. */
  omitsTag?: boolean;
  /** Whether the same request is always rejected in the same way. */
  isStable?: boolean;
  /** How malformed text was rejected, by what token was sent. */
  malformed: { none?: Rejection | undefined; wrong?: Rejection | undefined };
  /** The check whose plant is not valid, and was rejected. */
  rejectedPlant?: PlantStoreCheckName;
}

export class CheckRun {
  readonly settings: CheckSettings;
  readonly service: Service;
  readonly ids: Ids;
  readonly texts = new RandomTexts();
  readonly found: Findings = { rules: { version: 1 }, malformed: {} };
  /** Violations of the current check. */
  violations: { detail: string; curl?: string }[] = [];
  /** Ids whose plants exist or may exist. */
  readonly created = new Set<bigint>();
  /** What was said about the media type of each response that the specification describes, and whether it is right. */
  readonly mediaTypes = new Map<string, boolean>();
  readonly health: ServiceHealth;
  readonly #defects = new Set<string>();
  #malformed: Try | undefined;
  #creates = 0;

  constructor(settings: CheckSettings) {
    this.settings = settings;
    this.health = new ServiceHealth(settings.consent);
    this.service = new Service(settings);
    this.ids = new Ids(settings);
  }

  /** A plant like those that were accepted. @throws Stop if none was */
  plant(fields: Partial<ValidPlant> = {}): ValidPlant {
    const { nameLength, tagLength, omitsTag, lastFirst } = this.found;
    if (nameLength === undefined) {
      const { baseUrl, createOn, ids } = this.settings;
      const received = lastFirst ? `: POST ${this.service.url} received ${lastFirst.received}` : "";
      const advice = `. If it needs smaller ids, run \`plant-store-sdk check --base-url ${baseUrl} --create-on ${createOn} --ids FROM..TO\` with a range that is free`;
      const mayHelp = lastFirst !== undefined && isAboutPlant(lastFirst) && !ids;
      throw new Stop(`no valid plant was accepted${received}`, mayHelp ? advice : "");
    }
    const tag = !omitsTag && tagLength !== undefined && { tag: this.texts.next(tagLength, false) };
    return { id: this.ids.next(), name: this.texts.next(nameLength), ...tag, ...fields };
  }

  /** Notes how such a plant is rejected, unless that is known. */
  findRejection(rule: FieldRule, rejection: Rejection): void {
    const { rules, isStable = true } = this.found;
    const [field, code] = rule.split(".") as ["id" | "name" | "tag", "missing" | "type" | "range"];
    if (isStable) rules[field] = { ...rules[field], [code]: rules[field]?.[code] ?? rejection };
  }

  /** Sends text that is not JSON. */
  async sendMalformed(given: CheckRequest = {}): Promise<Try> {
    const request = { body: MALFORMED, ...given };
    const response = await this.#send(request);
    const judge = request.token === undefined ? judgeInvalid : judgeUnauthorized;
    if (request.token === undefined) this.health.noteRightToken(response.status);
    const verdict = judge(response, "text that is not JSON");
    if (verdict.kind === "accepted") this.created.add(0n); // What is missing is 0 in some languages.
    return { verdict, steps: [{ request }] };
  }

  /** The response to text that is not JSON, with the right token. Sent once. */
  async malformed(): Promise<Try> {
    this.#malformed ??= await this.sendMalformed();
    return this.#malformed;
  }

  /** Sends a plant that is valid, with the right token. */
  sendValid(plant: ValidPlant, given: CheckRequest = {}, extra = {}): Promise<Try> {
    return this.sendPlant({ ...plant, ...extra }, (response) => judgeValid(response, plant), given);
  }

  sendPlant(plant: ValidPlant, judge: Judge, given?: CheckRequest): Promise<Try> {
    return this.send({ id: plant.id, text: `${stringifyJson(plant)}` }, judge, given);
  }

  /** Sends a body that could create a plant. @param body with the id that is in it or near it */
  async send(body: { id: bigint; text: string }, judge: Judge, given: CheckRequest = {}): Promise<Try> {
    const { maxCreates, onId } = this.settings;
    if (this.#creates >= maxCreates)
      throw new Inconclusive(`${maxCreates} bodies were sent that could create a plant, which is the limit`);
    this.#creates += 1;
    await onId?.(body.id);
    const request = { ...given, body: body.text };
    const response = await this.#send(request);
    if (mayHaveCreated(response)) this.created.add(body.id);
    if (request.token === undefined && this.health.noteRightToken(response.status)) {
      const { verdict } = await this.sendMalformed();
      // Otherwise, it is a firewall's 403 for one odd text.
      if (verdict.status === response.status)
        throw new Stop(`the token was accepted before, and now gets ${verdict.received}`);
    }
    return { verdict: judge(response), steps: [{ request, id: body.id }] };
  }

  /** Sends a valid plant that must be accepted for the check to go on, since others like it were. */
  async create(plant: ValidPlant = this.plant(), request: CheckRequest = {}): Promise<Step[]> {
    const first = await this.sendValid(plant, request);
    if (first.verdict.kind === "accepted") return first.steps;
    const second = await this.sendValid(this.plant());
    if (second.verdict.kind === "accepted")
      throw new Inconclusive(`a plant like others that were accepted got ${this.explain(first.verdict)}`);
    throw new Stop(`plants like those that were accepted now get ${this.explain(second.verdict)}`);
  }

  /**
   * Makes a try, and another one if it shows a violation that was not reported before.
   *
   * @param isOnce whether one accepted plant is a violation, because a second one could meet it
   * @throws Inconclusive if the second try shows something else, or the response shows nothing
   */
  async decide(attempt: () => Promise<Try>, isOnce = false): Promise<Verdict> {
    const first = await attempt();
    const { kind, violation } = first.verdict;
    // A failure is a defect only between plants that are accepted.
    const isShown = violation && (!violation.isFailure || this.found.nameLength !== undefined);
    const isKnown = isShown && this.#defects.has(violation.defect);
    if (isShown && !isKnown)
      return this.#confirm(violation, first, isOnce && kind === "accepted" ? first : await attempt());
    if (isKnown && violation.isFailure) throw new EarlyFinding(reported(violation).detail);
    if (kind === "unclear") throw new Inconclusive(`received ${this.explain(first.verdict)}`);
    return first.verdict;
  }

  /** What was received, and what may help. */
  explain({ kind, status = 0, received }: Verdict): string {
    if (status === 503 && this.health.isHealthy)
      return `${received}; if a rate limit caused it, check at a lower rate`;
    const isHtml = kind === "unclear" && status >= 400 && status < 500;
    return isHtml ? `${received}; in HTML, it may come from something in front of the service` : received;
  }

  async #confirm({ defect, expected }: Violation, first: Try, { verdict, steps }: Try): Promise<Verdict> {
    const { received } = first.verdict;
    if (verdict.violation?.defect !== defect)
      throw new Inconclusive(`expected ${expected}; received ${received}, and then ${verdict.received}`);
    // A service that stopped to work, such as for maintenance, has no defect.
    if (this.found.nameLength !== undefined) await this.create();
    this.#defects.add(defect);
    const isTaken = first.steps === steps && Number(steps[0]?.id) < 2;
    const remark = isTaken ? `; the curl line needs the id ${steps[0]?.id}, which is taken now` : "";
    this.violations.push({
      detail: `expected ${verdict.violation.expected}; received ${verdict.received}${remark}`,
      curl: curlOf(this.service, steps, this.ids),
    });
    if (verdict.kind === "unclear") throw new Inconclusive("the violation is reported");
    return verdict;
  }

  async #send(request: CheckRequest): Promise<CheckResponse | NoResponse> {
    const response = await this.service.send(request);
    if (response.status !== undefined) {
      this.health.note(response.status, describeResponse(response));
      const judged = judgeMediaType(response);
      if (judged) this.mediaTypes.set(judged.detail, judged.isRight);
    }
    return response;
  }
}
