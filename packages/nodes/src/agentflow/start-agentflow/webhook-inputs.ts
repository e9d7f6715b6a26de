import type { InputDefinition, VisibilityRule } from '@runnel/contract'

/** The value of `startInputType` with which a call of a server starts the flow. */
export const WEBHOOK = 'webhookTrigger'

const whenWebhook = { startInputType: WEBHOOK }
const whenSigned = { ...whenWebhook, webhookEnableAuth: true }
const whenAsync = { ...whenWebhook, webhookResponseMode: 'async' }
const whenChecked = { ...whenWebhook, webhookEnableValidation: true }

const BODY_TYPES = ['string', 'number', 'boolean', 'object']
const LIST_TYPES = ['array[string]', 'array[number]', 'array[boolean]', 'array[object]']

const required: InputDefinition = { label: 'Required', name: 'required', type: 'boolean', optional: true }

/** Names of query params or headers that a call must have. */
function namedParams(name: string, label: string, show: VisibilityRule): InputDefinition {
  return {
    label,
    name,
    type: 'array',
    optional: true,
    show,
    array: [{ label: 'Name', name: 'name', type: 'string' }, required],
  }
}

const choice = (name: string) => ({ label: name, name })

/** Params of a webhook: what calls look like, who may make them, and how they are answered. */
export const webhookInputs: InputDefinition[] = [
  {
    label: 'Method',
    name: 'webhookMethod',
    type: 'options',
    default: 'POST',
    show: whenWebhook,
    options: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map(choice),
  },
  {
    label: 'Content Type',
    name: 'webhookContentType',
    type: 'options',
    default: 'application/json',
    optional: true,
    show: whenWebhook,
    options: ['application/json', 'application/x-www-form-urlencoded'].map(choice),
  },
  {
    label: 'Webhook URL',
    name: 'webhookURL',
    type: 'string',
    optional: true,
    description: 'Kept for imported flows: the address of the server that the flow comes from',
    show: whenWebhook,
  },
  {
    label: 'Input Mode',
    name: 'webhookInputMode',
    type: 'options',
    default: 'text',
    description: 'What stands for the question',
    show: whenWebhook,
    options: [
      { label: 'Text', name: 'text', description: 'A text of yours' },
      { label: 'None', name: 'none' },
      { label: 'Payload', name: 'payload', description: 'The body of the call' },
    ],
  },
  {
    label: 'Default Input',
    name: 'webhookDefaultInput',
    type: 'string',
    rows: 3,
    optional: true,
    acceptVariable: true,
    show: { ...whenWebhook, webhookInputMode: 'text' },
  },
  {
    label: 'Verify Signature',
    name: 'webhookEnableAuth',
    type: 'boolean',
    default: false,
    optional: true,
    description: 'Only calls that are signed with a secret are taken',
    show: whenWebhook,
  },
  {
    label: 'Webhook Secret',
    name: 'webhookSecret',
    type: 'password',
    optional: true,
    show: whenSigned,
  },
  {
    label: 'Signature Header',
    name: 'webhookSignatureHeader',
    type: 'string',
    optional: true,
    placeholder: 'x-webhook-signature',
    show: whenSigned,
  },
  {
    label: 'Signature Type',
    name: 'webhookSignatureType',
    type: 'options',
    default: 'hmac-sha256',
    optional: true,
    show: whenSigned,
    options: [
      { label: 'HMAC-SHA256', name: 'hmac-sha256', description: 'A signature of the body' },
      { label: 'Plain Token', name: 'plain-token', description: 'The secret itself' },
    ],
  },
  {
    label: 'Response Mode',
    name: 'webhookResponseMode',
    type: 'options',
    default: 'sync',
    show: whenWebhook,
    options: [
      { label: 'Wait', name: 'sync', description: 'The call is answered with what the flow answers' },
      { label: 'At Once', name: 'async', description: 'The call is answered at once, the flow later' },
      { label: 'Stream', name: 'stream', description: 'The answer comes word by word' },
    ],
  },
  { label: 'Callback URL', name: 'callbackUrl', type: 'string', optional: true, show: whenAsync },
  { label: 'Callback Secret', name: 'callbackSecret', type: 'password', optional: true, show: whenAsync },
  {
    label: 'Check Calls',
    name: 'webhookEnableValidation',
    type: 'boolean',
    default: false,
    optional: true,
    description: 'Only calls that have these values are taken',
    show: whenWebhook,
  },
  namedParams('webhookQueryParams', 'Query Params', whenChecked),
  {
    label: 'Body Params',
    name: 'webhookBodyParams',
    type: 'array',
    optional: true,
    show: whenChecked,
    array: [
      { label: 'Name', name: 'name', type: 'string' },
      {
        label: 'Type',
        name: 'type',
        type: 'options',
        default: 'string',
        options: [...BODY_TYPES, ...LIST_TYPES].map(choice),
      },
      required,
    ],
  },
  namedParams('webhookHeaderParams', 'Header Params', whenChecked),
]
