/** Stryker plugin that does not mutate the text of messages. A message is a string with two words separated by a space. */
import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin";

const TWO_WORDS = /[^\s,] \S/;

class MessageTexts {
  shouldIgnore(path) {
    return this.#textsOf(path).some((text) => TWO_WORDS.test(text)) ? "text of a message" : undefined;
  }

  /** Empty for a template with computed parts, because those are behaviour. */
  #textsOf({ node }) {
    if (node.type === "StringLiteral") return [node.value];
    const isSimple =
      node.type === "TemplateLiteral" &&
      node.expressions.every(({ type }) => SIMPLE_EXPRESSIONS.includes(type));
    return isSimple ? node.quasis.map(({ value }) => value.cooked) : [];
  }
}

const SIMPLE_EXPRESSIONS = ["Identifier", "MemberExpression"];

export const strykerPlugins = [declareClassPlugin(PluginKind.Ignore, "message-texts", MessageTexts)];
