import { isJsonObject, RunnelError } from '@runnel/contract'
import { parseJsonText } from '../parse-json-text.ts'

/**
 * Which scenario a model's answer `{"output": …}` names, by its place: the same text whatever its case, one that begins
 * with it, one that holds it or is held by it; else the last one. Blank scenarios and blank answers name nothing.
 * @throws RunnelError `model_error` when the answer holds no such JSON
 */
export function chooseScenario(answer: string, scenarios: string[]): number {
  const parsed = parseJsonText(answer)
  const output = isJsonObject(parsed) ? parsed.output : undefined
  if (typeof output !== 'string') {
    throw new RunnelError(
      'model_error',
      'The model did not name a scenario as {"output": "…"}. Try another model, or a clearer instruction.',
    )
  }
  const wanted = fold(output)
  const named = scenarios.map(fold)
  const matches: ((scenario: string) => boolean)[] = [
    (scenario) => scenario === wanted,
    (scenario) => scenario.startsWith(wanted),
    (scenario) => scenario.includes(wanted) || wanted.includes(scenario),
  ]
  for (const match of matches) {
    const found = wanted === '' ? -1 : named.findIndex((scenario) => scenario !== '' && match(scenario))
    if (found >= 0) return found
  }
  return scenarios.length - 1
}

function fold(text: string): string {
  return text.trim().toLowerCase()
}
