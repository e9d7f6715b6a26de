import type { JsonObject, JsonValue } from '@runnel/contract'
import { pageSteps } from '@runnel/markup'
import {
  addQuery,
  type Component,
  gatherOne,
  listAt,
  readJsonParam,
  readText,
  textAt,
  valueAt,
} from '@runnel/node-kit'
import { describeFindings } from '../describe-findings.ts'
import { searchToolset } from '../search-toolset.ts'

const SETTINGS = ['categories', 'engines', 'language', 'pageno', 'time_range', 'safesearch']

/** A SearXNG server of one's own. */
export const searXNGToolset = searchToolset({
  label: 'SearXNG',
  toolName: 'searxng-search',
  toolDescription: 'Searches the web. The input is a search query.',
  params: { name: 'toolName', description: 'toolDescription' },
  ask: (query, { values }) => ({
    url: addQuery(`${readText(values, 'apiBase').replace(/\/$/, '')}/search`, {
      q: query,
      format: readText(values, 'format') || 'json',
      ...Object.fromEntries(SETTINGS.map((name) => [name, readText(values, name)])),
    }),
    headers: readHeaders(values),
  }),
  answersText: ({ values }) => readText(values, 'format') === 'html',
  read: async (answer) =>
    typeof answer === 'string' ? (await gatherOne(pageSteps(answer))).text : describeAnswer(answer),
  hidden: ({ values }: Component) => Object.values(readHeaders(values)),
})

function readHeaders(values: JsonObject): Record<string, string> {
  const headers = readJsonParam({ values, label: 'SearXNG' }, 'headers') ?? {}
  return Object.fromEntries(Object.keys(headers).map((name) => [name.toLowerCase(), readText(headers, name)]))
}

function describeAnswer(answer: JsonValue): string {
  const answers = valueAt(answer, 'answers')
  const told = (Array.isArray(answers) ? answers : []).map((each) =>
    typeof each === 'string' ? each : textAt(each, 'answer'),
  )
  const boxes = listAt(answer, 'infoboxes').map((box) => textAt(box, 'content'))
  return describeFindings([...told, ...boxes], listAt(answer, 'results'), { link: 'url', snippet: 'content' })
}
