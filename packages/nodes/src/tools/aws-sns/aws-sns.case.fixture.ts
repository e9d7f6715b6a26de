import { isJsonObject, type JsonValue } from '@runnel/contract'
import type { SentRequest } from '@runnel/node-kit/testing'
import { type AwsAccount, faultOfSignature } from '../fake-aws.fixture.ts'
import { type FakeServer, jsonReply, type ToolCase } from '../tool-case.fixture.ts'

const TOPIC = 'arn:aws:sns:eu-central-1:123456789012:news'

/** An account of AWS with one topic. */
export const snsAccount: AwsAccount & { topic: string } = {
  awsKey: 'AKIDTESTTESTTEST',
  awsSecret: 'test-secret-of-aws',
  service: 'sns',
  region: 'eu-central-1',
  topic: TOPIC,
}

const published = (id: string) => jsonReply({ PublishResponse: { PublishResult: { MessageId: id } } })
const refused = (status: number, code: string) => jsonReply({ Error: { Code: code, Message: code } }, status)

const server: FakeServer = {
  hosts: ['sns.eu-central-1.amazonaws.com'],
  answer(sent) {
    const fault = faultOfSignature(sent, snsAccount, sent.leftAt)
    if (fault !== undefined) return refused(403, fault)
    const { Action, TopicArn, Message } = fieldsOf(sent)
    if (Action !== 'Publish' || sent.method !== 'POST') return refused(400, 'InvalidAction')
    if (TopicArn !== TOPIC) return refused(404, 'NotFound')
    return Message === undefined ? refused(400, 'InvalidParameter') : published(`id-of-${Message}`)
  },
  huge: () => published('9'.repeat(300_000)),
}

function fieldsOf({ body }: SentRequest): Record<string, JsonValue> {
  return isJsonObject(body) ? body : {}
}

/** AWS SNS in the tests of the family. */
export const awsSNSCase: ToolCase = {
  node: 'awsSNS',
  values: { region: 'eu-central-1', topicArn: TOPIC },
  credential: { awsKey: snsAccount.awsKey, awsSecret: snsAccount.awsSecret },
  input: { message: 'Tea & biscuits' },
  says: 'id-of-Tea & biscuits',
  wrong: [[{}, '"message" is missing']],
  server,
}
