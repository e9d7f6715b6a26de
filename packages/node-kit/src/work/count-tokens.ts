/** A long word costs the tokenizer the square of its length: texts are counted in pieces of this many characters. */
const PIECE = 512
/** What a user writes is text, also where it looks like a mark of the tokenizer's own. */
const OPTIONS = { disallowedSpecial: new Set<string>() }

/** Counts the tokens of a text; it stops soon after `enough`: what is above does not matter to who asks for a limit. */
export type TokenCounter = (text: string, enough?: number) => number

/** Counts by the tokenizer of GPT-4 (models of others count some percent more or less); without a network. */
export async function openTokenCounter(): Promise<TokenCounter> {
  const tokenizer = await import('gpt-tokenizer/encoding/cl100k_base')
  return (text, enough = Number.POSITIVE_INFINITY) => {
    let count = 0
    for (let at = 0; at < text.length && count <= enough; at += PIECE)
      count += tokenizer.countTokens(text.slice(at, at + PIECE), OPTIONS)
    return count
  }
}

/** How many tokens a text has, as `openTokenCounter` counts them. */
export async function countTokens(text: string, enough?: number): Promise<number> {
  return (await openTokenCounter())(text, enough)
}
