import { expect, test } from 'vitest'
import { callersSeeSteps, chooseCallersSeeSteps } from './callers-see-steps.ts'

test.each([undefined, null, '', '{', '[]', 'null', '{}', '{"callersSeeSteps":"true"}'])(
  'callers see no steps where a flow does not say so: %s',
  (apiConfig) => {
    expect(callersSeeSteps(apiConfig)).toBe(false)
    expect(callersSeeSteps(chooseCallersSeeSteps(apiConfig, true))).toBe(true)
  },
)

test('the choice leaves the other settings as they are', () => {
  const apiConfig = '{"rateLimit":{"limitMax":3},"callersSeeSteps":true}'
  expect(callersSeeSteps(apiConfig)).toBe(true)
  const closed = chooseCallersSeeSteps(apiConfig, false)
  expect(JSON.parse(closed)).toEqual({ rateLimit: { limitMax: 3 } })
  expect(JSON.parse(chooseCallersSeeSteps(closed, true))).toEqual(JSON.parse(apiConfig))
})
