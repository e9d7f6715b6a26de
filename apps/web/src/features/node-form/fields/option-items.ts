import { type ParamOption, readPinnedChoice } from '@runnel/contract'

/** What became of a choice that is not among the options as it was chosen. */
export type LostChoice = 'changed' | 'any' | 'gone'

/** Words for it, with the name that it was chosen by. */
export type DescribeLost = (lost: LostChoice, name: string) => string

/** Options as items of a select; chosen values that are not among them are added, so that they stay visible. */
export function toItems(
  options: readonly ParamOption[],
  ...chosen: string[]
): { value: string; label: string }[] {
  return toChoices(options, chosen, (_lost, name) => name)
}

/** The same, where options are chosen as they are: what changed since, or is gone, says so. */
export function toChoices(
  options: readonly ParamOption[],
  chosen: readonly string[],
  describeLost: DescribeLost,
): { value: string; label: string }[] {
  const known = new Map(options.map(({ name, label }) => [name, label]))
  const names = new Set(options.map(({ name }) => readPinnedChoice(name).name))
  for (const value of chosen) {
    if (value === '' || known.has(value)) continue
    const { name, fingerprint } = readPinnedChoice(value)
    const isOffered = names.has(name)
    const lost = !isOffered ? 'gone' : fingerprint === undefined ? 'any' : 'changed'
    known.set(value, describeLost(lost, name))
  }
  return [...known].map(([value, label]) => ({ value, label }))
}
