import type { ChatModelCase } from '../testing/chat-model-case.ts'
import { startFakeBedrock } from '../testing/fake-bedrock/fake-bedrock-server.ts'

/** What the credential of AWS holds that is secret. */
export const AWS_KEYS = {
  awsKey: 'AKIATESTKEYOFBEDROCK',
  awsSecret: 'test/secret+of/bedrock',
  awsSession: 'test-session-of-bedrock',
}

/** A fake that lets in calls with those keys for this region. */
export const startBedrock = (region: string) =>
  startFakeBedrock({
    accessKeyId: AWS_KEYS.awsKey,
    secretAccessKey: AWS_KEYS.awsSecret,
    sessionToken: AWS_KEYS.awsSession,
    region,
  })

/** The chat models of AWS Bedrock in the tests of the family. */
export const bedrockCase: ChatModelCase = {
  node: 'awsChatBedrock',
  values: { model: 'amazon.nova-pro-v1:0', region: 'eu-central-1' },
  credential: AWS_KEYS,
  startFake: () => startBedrock('eu-central-1'),
  images: { allowImageUploads: true },
  reasoning: { model: 'openai.gpt-oss-120b-1:0' },
  tools: 'called',
  structure: 'by schema',
  settings: {
    values: { temperature: 0.2, max_tokens_to_sample: 100, latencyOptimized: true },
    body: {
      inferenceConfig: { temperature: 0.2, maxTokens: 100 },
      performanceConfig: { latency: 'optimized' },
    },
  },
}
