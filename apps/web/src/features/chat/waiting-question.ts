import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'

/** What a waiting run asks a person. Labels are missing where the run leaves them to the panel. */
export interface WaitingQuestion {
  text: string
  nodeId?: string
  proceedLabel?: string
  rejectLabel?: string
}

/** What a person chose, and what they want to say with it. */
export interface WaitingAnswer {
  type: 'proceed' | 'reject'
  feedback: string
}

/** Reads the action of a waiting run (`{mapping, elements, data}`); parts of another form are left out. */
export function readWaitingQuestion({ mapping, elements, data }: JsonObject): WaitingQuestion {
  const asked = isJsonObject(data) ? data : {}
  const named = isJsonObject(mapping) ? mapping : {}
  const proceedLabel = findLabel(elements, 'approve-button') ?? textOf(named.approve)
  const rejectLabel = findLabel(elements, 'reject-button') ?? textOf(named.reject)
  const nodeId = textOf(asked.nodeId)
  return {
    text: textOf(asked.input) ?? '',
    ...(nodeId === undefined ? {} : { nodeId }),
    ...(proceedLabel === undefined ? {} : { proceedLabel }),
    ...(rejectLabel === undefined ? {} : { rejectLabel }),
  }
}

/** Flowise puts the family of the flow before the kind: `agentflowv2-approve-button`. */
function findLabel(elements: JsonValue | undefined, kind: string): string | undefined {
  if (!Array.isArray(elements)) return undefined
  const element = elements.filter(isJsonObject).find(({ type }) => textOf(type)?.endsWith(kind))
  return textOf(element?.label)
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}
