/** A word in double or single quotes, or without. */
const WORD = /"([^"]*)"|'([^']*)'|([^\s"']+)/g

/** The words of a line of arguments, without their quotes. Nothing is filled in and nothing has a further meaning. */
export function splitWords(text: string): string[] {
  return [...text.matchAll(WORD)].map(([, double, single, plain]) => double ?? single ?? plain ?? '')
}
