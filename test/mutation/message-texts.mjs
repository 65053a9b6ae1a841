/** For Stryker: a message's words are no behaviour. Whatever has two words with only a space between them is a message. */
import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin";

const TWO_WORDS = /[^\s,] \S/;

class MessageTexts {
  shouldIgnore(path) {
    return this.#textsOf(path).some((text) => TWO_WORDS.test(text)) ? "a message's text" : undefined;
  }

  /** Nothing for a template that computes: what it computes is behaviour. */
  #textsOf({ node }) {
    if (node.type === "StringLiteral") return [node.value];
    const isPlain =
      node.type === "TemplateLiteral" && node.expressions.every(({ type }) => PLAIN.includes(type));
    return isPlain ? node.quasis.map(({ value }) => value.cooked) : [];
  }
}

const PLAIN = ["Identifier", "MemberExpression"];

export const strykerPlugins = [declareClassPlugin(PluginKind.Ignore, "message-texts", MessageTexts)];
