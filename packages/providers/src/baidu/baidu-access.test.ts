import type { ModelRequest } from '@runnel/node-kit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FakeVendor } from '../testing/chat-model-case.ts'
import { openCaseModel } from '../testing/open-case-model.fixture.ts'
import { baiduCase, startBaidu } from './baidu-case.fixture.ts'
import { signBce } from './sign-bce.ts'

const noSignal = new AbortController().signal
const hello: ModelRequest = { messages: [{ role: 'user', content: 'Hello' }] }
const TOKEN = 'bce-v3/test-token-of-this-file'
/** Tokens are kept for the keys that gave them, so these are of no other file. */
const KEYS = { qianfanAccessKey: 'test-key-of-this-file', qianfanSecretKey: 'test-secret-of-this-file' }

let vendor: FakeVendor
beforeEach(async () => {
  vendor = await startBaidu(TOKEN, KEYS)
})
afterEach(() => vendor.close())
const open = (credential: Record<string, string>) => openCaseModel(baiduCase, vendor, { credential })

describe('the way into Baidu Qianfan', () => {
  test('keys are shown to Baidu Cloud as a signature, and go nowhere else', async () => {
    const spare = { ...KEYS, qianfanSecretKey: `${KEYS.qianfanSecretKey} ` }
    const { model, hosts } = await open(spare)
    await model.generate(hello, noSignal)
    expect(hosts.at(-1)).toBe('qianfan.baidubce.com')
    for (const host of hosts) expect(['iam.bj.baidubce.com', 'qianfan.baidubce.com']).toContain(host)
    expect(JSON.stringify(vendor.requests)).not.toContain(KEYS.qianfanSecretKey)
  })

  test('an API key is shown as it is', async () => {
    const { model, hosts } = await open({ qianfanAccessKey: TOKEN })
    await model.generate(hello, noSignal)
    expect(hosts).toEqual(['qianfan.baidubce.com'])
  })

  test('an access key without its secret says what to do', async () => {
    await expect(open({ qianfanAccessKey: 'test-key-of-baidu' })).rejects.toMatchObject({
      code: 'missing_credential',
    })
  })

  test('a secret that does not fit is refused as a key', async () => {
    const { model } = await open({ ...KEYS, qianfanSecretKey: 'another-secret-of-baidu' })
    await expect(model.generate(hello, noSignal)).rejects.toMatchObject({
      vendorStatus: 401,
      retryable: false,
    })
  })

  test('a signature is the one that Baidu Cloud gives for its own example', async () => {
    const example = {
      method: 'PUT',
      url: 'https://bj.bcebos.com/v1/test/myfolder/readme.txt?uploadId=VXBsb2FkIElpZS5tMnRzIHVwbG9hZA&partNumber=9',
      headers: {
        'content-length': '8',
        'content-md5': '0a52730597fb4ffa01fc117d9e71e3a9',
        'content-type': 'text/plain',
        'x-bce-date': '2015-04-27T08:23:49Z',
      },
      accessKey: '0b0f67dfb88244b289b72b142befad0c',
      secret: 'bad522c2126a4618a8125f4b6cf6356f',
      at: Date.UTC(2015, 3, 27, 8, 23, 49),
    }
    expect(await signBce(example)).toBe(
      'bce-auth-v1/0b0f67dfb88244b289b72b142befad0c/2015-04-27T08:23:49Z/1800/content-length;content-md5;content-type;host;x-bce-date/a19e6386e990691aca1114a20357c83713f1cb4be3d74942bb4ed37469ecdacf',
    )
  })
})
