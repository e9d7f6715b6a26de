import { MAX_SPEECH_MB, MAX_UPLOAD_MB, type Upload } from '@runnel/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** Why nothing is recorded. */
export type RecorderFault = 'unsupported' | 'refused' | 'absent' | 'failed' | 'empty' | 'tooLarge'

/** How a recording stands. */
export type RecorderState =
  | { phase: 'off'; fault?: RecorderFault }
  | { phase: 'asking' }
  | { phase: 'recording'; startedAt: number }
  | { phase: 'reading' }

/** Records what a person says in place of a question. */
export interface Recorder {
  store: StoreApi<RecorderState>
  start(): Promise<void>
  /** Ends the recording and hands it over. */
  finish(): void
  /** Throws it away. */
  cancel(): void
}

/** Speech is kept at so many bits a second: half an hour of it stays below what a question may bring. */
const BITS_PER_SECOND = 32_000
const MEGABYTE = 1024 * 1024

/** What becomes of a recording. */
export interface RecordingForm {
  /** It ends by itself then, in milliseconds. */
  longestMs: number
  mostBytes: number
  convert(sound: Blob): Promise<Blob>
}

/** For who writes speech down: as the browser records it. */
const FOR_WRITING: RecordingForm = {
  longestMs: 30 * 60_000,
  mostBytes: MAX_SPEECH_MB * MEGABYTE,
  convert: async (sound) => sound,
}

/** For a model that hears: none takes what browsers record, and all take WAV. */
export const FOR_MODELS: RecordingForm = {
  longestMs: 160_000,
  mostBytes: MAX_UPLOAD_MB * MEGABYTE,
  convert: async (sound) => (await import('./encode-wave.ts')).encodeWave(sound),
}

/** What a browser can record, the best first. */
const TYPES = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus']

interface Underway {
  machine: MediaRecorder
  stream: MediaStream
  pieces: Blob[]
  isCancelled: boolean
  timer: number
}

/** Makes the recorder of a conversation; a recording is given to `onRecorded`. */
export function createRecorder(
  onRecorded: (upload: Upload) => void,
  form: RecordingForm = FOR_WRITING,
): Recorder {
  const store = createStore<RecorderState>(() => ({ phase: 'off' }))
  const set = (state: RecorderState) => store.setState(state, true)
  let underway: Underway | undefined
  let asked = 0

  async function handOver({ pieces, isCancelled, machine, stream, timer }: Underway): Promise<void> {
    window.clearTimeout(timer)
    for (const track of stream.getTracks()) track.stop()
    underway = undefined
    if (isCancelled) return set({ phase: 'off' })
    const recorded = new Blob(pieces, { type: machine.mimeType })
    if (recorded.size === 0) return set({ phase: 'off', fault: 'empty' })
    set({ phase: 'reading' })
    const sound = await form.convert(recorded)
    if (sound.size > form.mostBytes) return set({ phase: 'off', fault: 'tooLarge' })
    const mime = sound.type.split(';')[0] ?? 'audio/webm'
    const data = await readAsDataUrl(sound)
    set({ phase: 'off' })
    onRecorded({ type: 'audio', name: `recording.${mime.replace('audio/', '')}`, mime, data })
  }

  function record(stream: MediaStream): void {
    const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type))
    const machine = new MediaRecorder(stream, {
      audioBitsPerSecond: BITS_PER_SECOND,
      ...(mimeType === undefined ? {} : { mimeType }),
    })
    const timer = window.setTimeout(() => machine.stop(), form.longestMs)
    const own: Underway = { machine, stream, pieces: [], isCancelled: false, timer }
    underway = own
    machine.addEventListener('dataavailable', ({ data }) => own.pieces.push(data))
    machine.addEventListener('stop', () => {
      handOver(own).catch(() => set({ phase: 'off', fault: 'failed' }))
    })
    machine.start()
    set({ phase: 'recording', startedAt: Date.now() })
  }

  const stop = (isCancelled: boolean) => {
    asked += 1
    if (underway) {
      underway.isCancelled = isCancelled
      if (underway.machine.state !== 'inactive') underway.machine.stop()
    } else set({ phase: 'off' })
  }

  async function ask(): Promise<void> {
    set({ phase: 'asking' })
    asked += 1
    const own = asked
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      if (own === asked) record(stream)
      else for (const track of stream.getTracks()) track.stop()
    } catch (error) {
      if (own === asked) set({ phase: 'off', fault: faultOf(error) })
    }
  }

  return {
    store,
    async start() {
      if (store.getState().phase !== 'off') return
      if (canRecord()) await ask()
      else set({ phase: 'off', fault: 'unsupported' })
    },
    finish: () => stop(false),
    cancel: () => stop(true),
  }
}

function canRecord(): boolean {
  return typeof MediaRecorder !== 'undefined' && navigator.mediaDevices?.getUserMedia !== undefined
}

function faultOf(error: unknown): RecorderFault {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotFoundError' ? 'absent' : 'failed'
}

function readAsDataUrl(sound: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    // The server takes no further parts of a media type.
    reader.onload = () => resolve(withoutParts(String(reader.result)))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(sound)
  })
}

/** A data URL whose media type is `audio/webm;codecs=opus` has it as `audio/webm`. */
function withoutParts(url: string): string {
  const comma = url.indexOf(',')
  const [type = ''] = url.slice(0, comma).split(';')
  return `${type};base64${url.slice(comma)}`
}
