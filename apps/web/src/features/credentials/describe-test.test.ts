import type { CredentialTestResult } from '@runnel/contract'
import { expect, test } from 'vitest'
import { describeTest } from './describe-test.ts'

const t = ((key: string, values: object = {}) =>
  `${key} ${Object.values(values).join(' | ')}`.trim()) as never
const host = 'api.vendor.example'

test.each<[CredentialTestResult, string]>([
  [{ outcome: 'works', host, status: 200 }, `test.works ${host}`],
  [{ outcome: 'refused', host, status: 401, message: 'Bad key' }, `test.refused ${host} | Bad key`],
  [{ outcome: 'refused', host, status: 401, message: '' }, `test.refused ${host} | test.noWords 401`],
  [{ outcome: 'unreachable', host, message: 'refused' }, `test.unreachable ${host} | refused`],
  [{ outcome: 'unreachable', host, status: 503, message: 'Busy' }, `test.faulty ${host} | Busy`],
  [{ outcome: 'untestable' }, 'test.untestable'],
])('%j says what there is to do', (result, said) => {
  expect(describeTest(result, t)).toBe(said)
})
