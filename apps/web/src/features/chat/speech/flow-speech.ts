import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'

/** What a flow's settings keep of services, by their names. */
export type SpeechServices = Readonly<Record<string, JsonObject>>

/** Reads such settings; a text that is broken counts as empty. */
export function readServices(text: string | undefined): SpeechServices {
  try {
    const kept: unknown = JSON.parse(text ?? '{}')
    if (!isJsonObject(kept)) return {}
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1])),
    )
  } catch {
    return {}
  }
}

/** The name of the service that is chosen. */
export function findChosen(services: SpeechServices): string | undefined {
  return Object.entries(services).find(([, { status }]) => status === true)?.[0]
}

/** Settings in which one service, or none, is chosen, with these values; what is kept of the others stays. */
export function chooseService(
  services: SpeechServices,
  chosen: { name: string; values: Readonly<Record<string, JsonValue>> } | undefined,
): string {
  const off = Object.entries(services).map(([name, kept]) => [name, { ...kept, status: false }])
  const on = chosen ? { [chosen.name]: { ...chosen.values, status: true } } : {}
  return JSON.stringify({ ...Object.fromEntries(off), ...on })
}

/** How a flow hears and speaks, as its settings say. */
export interface FlowSpeech {
  hears: boolean
  speaks: boolean
  /** Answers are read out by themselves. */
  readsOut: boolean
}

/** Reads both settings of a flow. */
export function readFlowSpeech(head: {
  speechToText?: string | undefined
  textToSpeech?: string | undefined
}): FlowSpeech {
  const speaking = readServices(head.textToSpeech)
  const speaker = findChosen(speaking)
  return {
    hears: findChosen(readServices(head.speechToText)) !== undefined,
    speaks: speaker !== undefined,
    readsOut: speaker !== undefined && speaking[speaker]?.autoPlay === true,
  }
}
