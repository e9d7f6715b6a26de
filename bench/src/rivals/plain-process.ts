import { answerQuestions } from '../machine/answer-questions.ts'
import { callVendor } from './call-vendor.ts'
import type { RivalStart } from './rival.ts'
import { serveAnswers } from './serve-answers.ts'

/** The anchor: three calls in a row, nothing kept. */
answerQuestions<RivalStart, string>(({ baseUrl }) =>
  serveAnswers(async (question) => {
    const first = await callVendor(baseUrl, question)
    const second = await callVendor(baseUrl, first)
    return callVendor(baseUrl, second)
  }),
)
