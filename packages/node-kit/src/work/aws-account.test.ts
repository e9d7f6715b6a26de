import { expect, test } from 'vitest'
import { awsHost, readAwsRegion, signAws } from './aws-account.ts'

const fields = { awsKey: 'AKIDEXAMPLE', awsSecret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
const request = { url: 'https://example.amazonaws.com/', method: 'GET', headers: {} }
const leavesAt = Date.UTC(2015, 7, 30, 12, 36)

test('a request is signed as AWS signs its own example', async () => {
  const { headers } = await signAws('service', 'us-east-1')(fields, { ...request, leavesAt })
  expect(headers).toEqual({
    'x-amz-date': '20150830T123600Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  })
})

test('a session is shown, and what the request said stays its own', async () => {
  const session = { ...fields, awsSession: 'token' }
  const told = { ...request, headers: { accept: 'application/json' }, body: 'a=b', method: 'POST', leavesAt }
  const { headers = {} } = await signAws('sns', 'us-east-1')(session, told)
  expect(headers['x-amz-security-token']).toBe('token')
  expect(Object.keys(headers)).not.toContain('accept')
})

test('a region is a part of a host, and nothing else', () => {
  expect(readAwsRegion({})).toBe('us-east-1')
  expect(awsHost('sns', readAwsRegion({ region: ' cn-north-1 ' }))).toBe('sns.cn-north-1.amazonaws.com.cn')
  for (const region of ['eu', 'a.b', 'eu-central-1.evil.example', 'eu-central-1/'])
    expect(() => readAwsRegion({ region })).toThrow('is no region')
})
