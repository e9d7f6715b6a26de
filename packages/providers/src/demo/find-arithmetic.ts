const SPOKEN: [RegExp, string][] = [
  [/\bsum of ([\d.]+) and ([\d.]+)/gi, '$1 + $2'],
  [/\bproduct of ([\d.]+) and ([\d.]+)/gi, '$1 * $2'],
  [/\bdivided by\b/gi, '/'],
  [/\bmultiplied by\b/gi, '*'],
  [/\bto the power of\b/gi, '^'],
  [/\bplus\b/gi, '+'],
  [/\bminus\b/gi, '-'],
  [/\btimes\b/gi, '*'],
  [/(?<=\d)\s*x\s*(?=\d)/gi, ' * '],
  [/[×·]/g, '*'],
  [/÷/g, '/'],
]

const DATE = /\b\d{4}-\d{1,2}-\d{1,2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/g
/** Runs of what sums are made of, each with the function before it; no sign stands in two. */
const RUNS = /(?:\b(?:sqrt|abs|round|min|max|sin|cos|tan|log|ln|exp)\s*(?=\())?[\d\s.,+\-*/^%()]+/gi
const HAS_WORK = /\d\s*(?:\)\s*)?[-+*/^%]\s*(?:\(\s*)?-?\d|\w\s*\(/

/** A run from where a sum may begin to where one may end. */
function trimRun(run: string): string {
  const begin = run.search(/[a-z\d(]/i)
  const end = Math.max(run.lastIndexOf(')'), run.search(/\d\D*$/))
  return begin < 0 ? '' : run.slice(begin, end + 1)
}

/** The sum in a text, as an expression; undefined when there is none. Dates are not sums. */
export function findArithmetic(text: string): string | undefined {
  const written = SPOKEN.reduce((said, [words, mark]) => said.replace(words, mark), text.replace(DATE, ' '))
  const expression = (written.match(RUNS) ?? []).map(trimRun).find((run) => run.length > 1)
  return expression !== undefined && HAS_WORK.test(expression) ? expression : undefined
}
