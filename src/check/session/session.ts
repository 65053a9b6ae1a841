/** What the checks of one run share: ids, texts, the number of bodies, and what was found. */

import { stringifyJson } from "../../contract/json.ts";
import type { PlantStoreRules, Rejection } from "../../contract/rules.ts";
import { curlOf, type Step } from "./curl.ts";
import { Ids } from "./ids.ts";
import { judgeInvalid, judgeUnauthorized, judgeValid, type Texts, type Verdict } from "./judge.ts";
import type { CheckSettings } from "./options.ts";
import { RandomTexts } from "./random-texts.ts";
import { Inconclusive, type PlantStoreCheckName, Stop } from "./report.ts";
import { MALFORMED, type NoResponse, Service, type ServiceRequest, type ServiceResponse } from "./service.ts";

/** A plant that is valid by the specification. */
export interface ValidPlant extends Texts {
  id: bigint;
}

/** A violation that was confirmed by a second try. */
export interface ConfirmedViolation {
  detail: string;
  curl: string;
}

/** One try of a request, or of several. */
export interface Try {
  verdict: Verdict;
  steps: Step[];
}

/** What the checks have found so far. */
interface Findings {
  rules: PlantStoreRules;
  /** How long the texts of plants are, in code points. Undefined if no plant was accepted. */
  nameLength?: number | undefined;
  tagLength?: number | undefined;
  /** Whether plants without a tag are rejected. */
  needsTag?: boolean;
  /** Whether the same request is always rejected in the same way. */
  isStable?: boolean;
  /** How malformed text was rejected without a token, and with a wrong one. */
  noToken?: Rejection | undefined;
  wrongToken?: Rejection | undefined;
  /** The check whose plant is not valid, and was rejected. */
  rejectedBody?: PlantStoreCheckName;
  /** How an empty name was rejected. */
  emptyName?: Rejection | undefined;
}

export class Session {
  readonly settings: CheckSettings;
  readonly service: Service;
  readonly ids: Ids;
  readonly texts = new RandomTexts();
  readonly found: Findings = { rules: { version: 1 } };
  /** Violations of the current check. */
  violations: ConfirmedViolation[] = [];
  /** Ids whose plants exist or may exist. */
  readonly created = new Set<bigint>();
  readonly #defects = new Set<string>();
  #creates = 0;
  /** Whether the right token was ever accepted. */
  #wasAuthorized = false;

  constructor(settings: CheckSettings) {
    this.settings = settings;
    this.service = new Service(settings);
    this.ids = new Ids(settings);
  }

  /** A plant like those that were accepted. @throws Stop if none was */
  plant(fields: Partial<ValidPlant> = {}): ValidPlant {
    const { nameLength, tagLength, needsTag } = this.found;
    if (nameLength === undefined) throw new Stop("no valid plant was accepted");
    const tag = needsTag && tagLength !== undefined && { tag: this.texts.next(tagLength) };
    return { id: this.ids.next(), name: this.texts.next(nameLength), ...tag, ...fields };
  }

  /** Sends text that is not JSON. */
  async sendMalformed(request: ServiceRequest = {}): Promise<Try> {
    const sent = { ...request, body: MALFORMED };
    const response = await this.service.send(sent);
    if (request.token === undefined) this.#isAuthorized(response);
    return { verdict: judgeInvalid(response, "text that is not JSON"), steps: [{ request: sent }] };
  }

  /** Sends a plant that is valid, with the right token. */
  async sendValid(plant: ValidPlant, request: ServiceRequest = {}, extra = {}): Promise<Try> {
    const sent = { ...request, body: toJson({ ...plant, ...extra }) };
    const response = await this.#sendBody(sent, plant.id);
    return { verdict: judgeValid(response, plant), steps: [{ request: sent, id: plant.id }] };
  }

  /**
   * Sends what must not create a plant.
   *
   * @param what it is, such as "a plant without a name"
   * @param id that is in the body or near it
   */
  async sendInvalid(body: string, what: string, id: bigint, request: ServiceRequest = {}): Promise<Try> {
    const sent = { ...request, body };
    const judge = request.token === undefined ? judgeInvalid : judgeUnauthorized;
    const response = await this.#sendBody(sent, id);
    return { verdict: judge(response, what), steps: [{ request: sent, id }] };
  }

  /** Sends a valid plant that must be accepted for the check to go on, since others like it were. */
  async create(plant: ValidPlant = this.plant(), request: ServiceRequest = {}): Promise<Step[]> {
    const first = await this.sendValid(plant, request);
    if (first.verdict.kind === "accepted") return first.steps;
    const second = await this.sendValid(this.plant());
    if (second.verdict.kind === "accepted")
      throw new Inconclusive(`a plant like others that were accepted got ${first.verdict.received}`);
    throw new Stop(
      `the service has changed: plants were accepted before, and now get ${second.verdict.received}`,
    );
  }

  /**
   * Makes a try, and another one if it shows a violation that was not reported before.
   *
   * @throws Inconclusive if the second try shows something else
   */
  async confirm(attempt: () => Promise<Try>): Promise<Verdict> {
    const { verdict } = await attempt();
    const { violation } = verdict;
    if (violation === undefined || this.#defects.has(violation.defect)) return verdict;
    const again = await attempt();
    if (again.verdict.violation?.defect !== violation.defect) {
      const received = `received ${verdict.received}, and then ${again.verdict.received}`;
      throw new Inconclusive(`expected ${violation.expected}; ${received}`);
    }
    // A service that stopped to work, such as for maintenance, has no defect.
    if (this.found.nameLength !== undefined) await this.create();
    this.#defects.add(violation.defect);
    this.violations.push({
      detail: `expected ${violation.expected}; received ${again.verdict.received}`,
      curl: curlOf(this.service, again.steps, this.ids),
    });
    return again.verdict;
  }

  /** Confirms a try that must show whether the plant is accepted. @throws Inconclusive */
  async decide(attempt: () => Promise<Try>): Promise<Verdict> {
    const verdict = await this.confirm(attempt);
    if (verdict.kind === "unclear") throw new Inconclusive(`received ${verdict.received}`);
    return verdict;
  }

  /** Confirms a try whose response must be a rejection. @throws Inconclusive if it is unclear without being a violation */
  async rejectionOf(attempt: () => Promise<Try>): Promise<Rejection | undefined> {
    const { kind, rejection, violation, received } = await this.confirm(attempt);
    if (kind === "unclear" && violation === undefined) throw new Inconclusive(`received ${received}`);
    return rejection;
  }

  async #sendBody(request: ServiceRequest, id: bigint): Promise<ServiceResponse | NoResponse> {
    if (this.#creates >= this.settings.maxCreates)
      throw new Inconclusive(
        `${this.settings.maxCreates} bodies were sent that could create a plant, which is the limit`,
      );
    this.#creates += 1;
    await this.settings.onId?.(id);
    const response = await this.service.send(request);
    const isRejected = response.status !== undefined && response.status >= 400 && response.status < 500;
    if (!isRejected) this.created.add(id);
    if (request.token === undefined && !this.#isAuthorized(response)) await this.#rejectLostToken(response);
    return response;
  }

  /** @param response to the right token */
  #isAuthorized({ status }: ServiceResponse | NoResponse): boolean {
    const isAuthorized = status !== 401 && status !== 403;
    if (isAuthorized && status !== undefined) this.#wasAuthorized = true;
    return isAuthorized;
  }

  /** @throws Stop if the token was accepted before, and no longer is */
  async #rejectLostToken({ status }: ServiceResponse | NoResponse): Promise<void> {
    if (!this.#wasAuthorized) return;
    const { verdict } = await this.sendMalformed();
    if (verdict.rejection?.status !== status) return; // Such as a firewall's 403 for one odd text.
    throw new Stop(`the token was accepted before, and now gets ${verdict.received}`);
  }
}

/** Unlike `JSON.stringify`, with exact ids. */
export const toJson = (value: object): string => stringifyJson(value) as string;
