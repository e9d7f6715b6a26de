import type { FakeVendor } from '../chat-model-case.ts'
import { sendJson, startFakeVendor } from '../start-fake-vendor.ts'
import { type AwsAccount, checkSignature } from './check-signature.ts'

/** Starts a fake of AWS's Security Token Service, which says to an account's own keys whose they are. */
export function startFakeSts(keys: Omit<AwsAccount, 'region' | 'other'>): Promise<FakeVendor> {
  const account = {
    ...keys,
    region: 'us-east-1',
    other: { service: 'sts', host: 'sts.us-east-1.amazonaws.com' },
  }
  return startFakeVendor<object>({
    refuse: (call) => {
      const refusal = checkSignature(call, account)
      if (refusal) return refusal
      const form = new URLSearchParams(call.bytes.toString('utf8'))
      const isFit = call.method === 'POST' && form.get('Action') === 'GetCallerIdentity'
      return isFit ? undefined : { status: 400, message: 'Could not find operation' }
    },
    describeRefusal: ({ message, code = 'InvalidClientTokenId' }) => ({
      Error: { Code: code, Message: message },
    }),
    write: (response) => sendJson(response, { GetCallerIdentityResponse: { GetCallerIdentityResult: {} } }),
  })
}
