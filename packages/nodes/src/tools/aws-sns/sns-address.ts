import type { JsonObject } from '@runnel/contract'
import { type Authorise, awsHost, readAwsRegion, signAws } from '@runnel/node-kit'

/** SNS in the region of a node: where it is, and how its requests are signed. */
export function readSnsAddress(values: JsonObject): { url: string; sign: Authorise } {
  const region = readAwsRegion(values)
  return { url: `https://${awsHost('sns', region)}/`, sign: signAws('sns', region) }
}

/** An action of SNS as a form; it answers in JSON. */
export function snsForm(action: string, params: Record<string, string>): string {
  return new URLSearchParams({
    Action: action,
    ...params,
    Version: '2010-03-31',
    ContentType: 'JSON',
  }).toString()
}
