import type { ChatModelCase } from '../testing/chat-model-case.ts'
import { startFakeBaidu } from '../testing/fake-baidu/fake-baidu-server.ts'

/** The keys of an account in tests. */
export const BAIDU_KEYS = {
  qianfanAccessKey: 'test-key-of-baidu',
  qianfanSecretKey: 'test-secret-of-baidu',
}

/** A fake that gives this token for these keys. */
export const startBaidu = (token: string, keys = BAIDU_KEYS) =>
  startFakeBaidu({ accessKey: keys.qianfanAccessKey, secret: keys.qianfanSecretKey, token })

/** The chat models of Baidu Qianfan in the tests of the family. */
export const baiduCase: ChatModelCase = {
  node: 'chatBaiduWenxin',
  values: { modelName: 'ernie-4.5-8k-preview' },
  credential: BAIDU_KEYS,
  startFake: () => startBaidu('bce-v3/test-token-of-baidu'),
  images: { allowImageUploads: true },
  reasoning: {},
  tools: 'called',
  structure: 'by schema',
  settings: {
    values: {
      customModelName: 'ernie-4.0-8k',
      temperature: 0.2,
      topP: 0.5,
      penaltyScore: 1.5,
      userId: 'ada',
    },
    body: { model: 'ernie-4.0-8k', temperature: 0.2, top_p: 0.5, penalty_score: 1.5, user: 'ada' },
  },
}
