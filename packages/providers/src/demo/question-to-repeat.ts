/** Labels behind which prompts put what somebody asked last: `Last question:`, `Follow Up Input:`. */
const GIVEN = ['question', 'input']

/**
 * The question that a prompt wants to have written anew, because its last line is the label of one
 * (`Standalone question:`): the one that it was given. Undefined for all other prompts.
 */
export function questionToRepeat(prompt: string): string | undefined {
  const lines = prompt.trim().split('\n')
  const wanted = lines.pop()?.trim().toLowerCase() ?? ''
  if (!wanted.endsWith(':') || !wanted.includes('question')) return undefined
  const at = lines.findLastIndex((line) => GIVEN.some((label) => labelOf(line).endsWith(label)))
  const given = lines.slice(at).join('\n')
  return at < 0 ? undefined : given.slice(given.indexOf(':') + 1).trim() || undefined
}

/** What stands before the first colon of a line, in small letters; empty where there is none. */
function labelOf(line: string): string {
  return line
    .slice(0, Math.max(0, line.indexOf(':')))
    .trim()
    .toLowerCase()
}
