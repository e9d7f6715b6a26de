import { DBOS } from '@dbos-inc/dbos-sdk'
import { answerQuestions } from '../machine/answer-questions.ts'
import { callVendor } from './call-vendor.ts'
import type { RivalStart } from './rival.ts'
import { serveAnswers } from './serve-answers.ts'

/** The same three calls, each a durable step of DBOS. */
answerQuestions<RivalStart, string>(async ({ baseUrl, databaseUrl }) => {
  DBOS.setConfig({ name: 'bench', systemDatabaseUrl: databaseUrl ?? '', logLevel: 'error' })
  const threeCalls = DBOS.registerWorkflow(
    async (question: string) => {
      const first = await DBOS.runStep(() => callVendor(baseUrl, question), { name: 'first' })
      const second = await DBOS.runStep(() => callVendor(baseUrl, first), { name: 'second' })
      return DBOS.runStep(() => callVendor(baseUrl, second), { name: 'third' })
    },
    { name: 'threeCalls' },
  )
  await DBOS.launch()
  return serveAnswers((question) => threeCalls(question))
})
