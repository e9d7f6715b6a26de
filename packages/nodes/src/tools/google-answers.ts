import type { JsonValue } from '@runnel/contract'
import { listAt, textAt } from '@runnel/node-kit'
import { describeFindings } from './describe-findings.ts'

/** What Google found, in the form that SerpApi and SearchApi give it. */
export function readGoogleAnswer(answer: JsonValue): string {
  const boxes = listAt(answer, 'answer_box')
  const own = [answer, ...boxes.map((box) => ({ answer_box: box }))].flatMap((each) => [
    textAt(each, 'answer_box', 'answer'),
    textAt(each, 'answer_box', 'snippet'),
  ])
  const sports = textAt(answer, 'sports_results', 'game_spotlight')
  const known = textAt(answer, 'knowledge_graph', 'description')
  return describeFindings([...own, sports, known], listAt(answer, 'organic_results'))
}
