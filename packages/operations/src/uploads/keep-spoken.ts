import { type FlowDocument, RunnelError, type SpokenQuestion } from '@runnel/contract'
import { listMediaTypes } from '@runnel/graph'
import type { OperationContext } from '../context.ts'
import { findSpeechService } from '../speech/speech-settings.ts'
import type { UploadOwner } from './keep-all.ts'
import { keepRecording } from './keep-uploads.ts'
import type { PlacedUpload } from './read-upload.ts'

function refuse(message: string): RunnelError {
  return new RunnelError('uploads_not_supported', message, { issues: [{ path: 'uploads', message }] })
}

function hears({ catalogue }: OperationContext, document: FlowDocument): boolean {
  return listMediaTypes(document, catalogue.find).some((type) => type.startsWith('audio/'))
}

/** A recording as a file for a model. */
function asFile({ upload, path }: PlacedUpload): PlacedUpload {
  return { path, upload: upload.type === 'audio' ? { ...upload, type: 'file' } : upload }
}

/**
 * Keeps the recording among the files of a question, and says who writes it down; the other files are given back. Where
 * nobody writes it down and a model of the flow hears, it is one of those.
 * @throws RunnelError `uploads_not_supported` for a flow that takes no speech, or for several recordings
 */
export async function keepSpoken(
  context: OperationContext,
  owner: UploadOwner & { version: { document: FlowDocument } },
  uploads: PlacedUpload[],
): Promise<{ spoken?: SpokenQuestion; uploads: PlacedUpload[] }> {
  const [recording, ...more] = uploads.filter(({ upload }) => upload.type === 'audio')
  if (!recording) return { uploads }
  const service = findSpeechService(owner.flow, 'speechToText', context.catalogue)
  if (!service && hears(context, owner.version.document)) return { uploads: uploads.map(asFile) }
  if (!service)
    throw refuse(
      'This flow takes no speech. Choose a service under Speech to text in its settings, or turn on Allow Audio Uploads in its model, if the model hears.',
    )
  if (more.length > 0) throw refuse('A question takes one recording.')
  const file = await keepRecording(context, owner, recording)
  const { type, label, values, credentials } = service
  return {
    spoken: { file, by: { type, label, values, credentials } },
    uploads: uploads.filter((upload) => upload !== recording),
  }
}
