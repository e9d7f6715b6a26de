/** The branch that closes the structured form of an older condition node. */
const END_BRANCH = 'End'

/** Turns a name that people wrote into camel case: `My Branch-2` becomes `myBranch2`. */
export function camelCase(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  return words
    .flatMap((word) => word.match(/\p{Lu}?[\p{Ll}\p{N}]+|\p{Lu}+(?!\p{Ll})|[\p{L}\p{N}]+/gu) ?? [])
    .map((word, index) => {
      const lower = word.toLowerCase()
      return index === 0 ? lower : lower.charAt(0).toUpperCase() + lower.slice(1)
    })
    .join('')
}

/** One output branch of an older condition node. */
export interface ConditionBranch {
  name: string
  label: string
}

function uniqueBranches(labels: readonly string[]): ConditionBranch[] {
  const branches = new Map<string, ConditionBranch>()
  for (const label of labels) {
    const name = camelCase(label)
    if (name !== '' && !branches.has(name)) branches.set(name, { name, label })
  }
  return [...branches.values()]
}

/** Branches of the structured form: one per item in the order of the items, then End. */
export function branchesFromItems(items: readonly { output?: string }[]): ConditionBranch[] {
  const labels = items.map((item) => item.output?.trim() ?? '').filter((label) => label !== '')
  return uniqueBranches([...labels, END_BRANCH])
}

/** What is not closed goes on to the end: so each sign of the code is looked at once. */
const COMMENT_OR_TEXT =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`(?:[^`\\]|\\.)*`?/g
const RETURNED_TEXT = /\breturn\s*(?:\(\s*)?(?:"([^"\\\n]*)"|'([^'\\\n]*)'|`([^`\\$]*)`)/g

/** Takes comments out of code; texts stay, so that `//` inside one is no comment. */
function withoutComments(code: string): string {
  return code.replace(COMMENT_OR_TEXT, (part) => (part.startsWith('/') ? ' ' : part))
}

/** Branches of the code form: the texts that the code returns, in order. Comments do not count. */
export function branchesFromCode(code: string): ConditionBranch[] {
  const texts = [...withoutComments(code).matchAll(RETURNED_TEXT)].map(
    ([, double, single, backtick]) => double ?? single ?? backtick ?? '',
  )
  return uniqueBranches(texts.map((text) => text.trim()))
}
