import { attention, labelEnd, labelStartImage, labelStartLink } from 'micromark-core-commonmark'
import type { Construct, Extension, TokenizeContext } from 'micromark-util-types'

/**
 * Each star, underscore and bracket that may pair is compared with those before it. Nobody writes more than this in one
 * paragraph; what comes behind stays text.
 */
const MOST_MARKS = 400

/** The marks of a text that were looked at, by the tokenizer of that text. */
type Spent = WeakMap<TokenizeContext, number>

/** The constructs of the language whose work grows with the square of the text, with a bound on it. */
export function makeBoundedSyntax(): Extension {
  const spent: Spent = new WeakMap()
  const emphasis = bound(attention, spent)
  return {
    text: {
      [code('!')]: bound(labelStartImage, spent),
      [code('*')]: emphasis,
      [code('[')]: bound(labelStartLink, spent),
      [code(']')]: bound(labelEnd, spent),
      [code('_')]: emphasis,
    },
    disable: { null: [...BOUNDED.map(({ name }) => name ?? ''), ...LEFT_OUT] },
  }
}

/**
 * HTML is shown, never interpreted: its own constructs would only hide what stands in it. Models write code between
 * fences; what they indent by four is a part of a list, or a slip. A picture that is a footnote
 * is none, and looking for one costs all the brackets before it.
 */
const LEFT_OUT = ['htmlFlow', 'htmlText', 'codeIndented', 'gfmPotentialFootnoteCall']
const BOUNDED = [attention, labelEnd, labelStartImage, labelStartLink]

function bound(construct: Construct, spent: Spent): Construct {
  return {
    ...construct,
    name: `bounded-${construct.name}`,
    tokenize(effects, ok, nok) {
      const marks = spent.get(this) ?? 0
      if (marks >= MOST_MARKS) return nok
      spent.set(this, marks + 1)
      return construct.tokenize.call(this, effects, ok, nok)
    },
  }
}

function code(sign: string): number {
  return sign.charCodeAt(0)
}
