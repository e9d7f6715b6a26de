import { listAt, textAt } from '@runnel/node-kit'
import { describeFindings } from '../describe-findings.ts'
import { postJson, searchToolset } from '../search-toolset.ts'

/** Google, by Serper. */
export const serperToolset = searchToolset({
  label: 'Serper',
  toolName: 'serper',
  toolDescription: 'Searches Google, for what is new too. The input is a search query.',
  ask: (query) => postJson('https://google.serper.dev/search', { q: query }),
  authorise: ({ serperApiKey = '' }) => ({ headers: { 'x-api-key': serperApiKey } }),
  read: (answer) =>
    describeFindings(
      [
        textAt(answer, 'answerBox', 'answer'),
        textAt(answer, 'answerBox', 'snippet'),
        textAt(answer, 'knowledgeGraph', 'description'),
      ],
      listAt(answer, 'organic'),
    ),
})
