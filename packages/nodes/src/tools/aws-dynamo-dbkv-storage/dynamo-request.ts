import type { JsonObject } from '@runnel/contract'
import { type Authorise, awsHost, readAwsRegion, signAws } from '@runnel/node-kit'

/** A request to DynamoDB, and how it is signed. */
export interface DynamoRequest {
  url: string
  method: 'POST'
  headers: Record<string, string>
  body: string
  sign: Authorise
}

/** An action of DynamoDB in the region of a node. */
export function dynamoRequest(values: JsonObject, action: string, body: JsonObject): DynamoRequest {
  const region = readAwsRegion(values)
  return {
    url: `https://${awsHost('dynamodb', region)}/`,
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${action}`,
    },
    body: JSON.stringify(body),
    sign: signAws('dynamodb', region),
  }
}
