import type { JsonValue } from '@runnel/contract'
import { IconDownload } from '@tabler/icons-react'
import { use, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { OwnLink } from '../../../ui/own-link.tsx'
import { CodeBlock } from '../markdown/code-block.tsx'
import { KeptFilesContext } from './kept-files-context.ts'
import { readArtifacts, type ShownArtifact } from './read-artifacts.ts'
import '../chat-texts.ts'
import '../markdown/markdown.css'
import './artifacts.css'

const MarkdownText = lazyPart(async () => (await import('../markdown/markdown-text.tsx')).MarkdownText, {
  waiting: ({ text }) => <p className="markdown">{text}</p>,
})

/** What tools made beside their words: pictures, formatted text, code. Nothing of it is run. */
export function ArtifactList({ artifacts }: { artifacts: readonly JsonValue[] }) {
  const { t } = useTranslation('chat')
  const kept = use(KeptFilesContext)
  const shown = useMemo(() => {
    const addressOf = (fileName: string) =>
      api.addressOf('getUploadFile', { query: { chatflowId: '', chatId: '', ...kept, fileName } })
    return readArtifacts(artifacts, kept && addressOf)
  }, [artifacts, kept])
  if (shown.length === 0) return null
  return (
    <ul className="artifacts" aria-label={t('artifacts.list')}>
      {shown.map((artifact, index) => (
        <li key={String(index)}>
          <Artifact artifact={artifact} />
        </li>
      ))}
    </ul>
  )
}

function Artifact({ artifact }: { artifact: ShownArtifact }) {
  if (artifact.kind === 'markdown') return <MarkdownText text={artifact.text} />
  if (artifact.kind === 'picture') return <Picture {...artifact} />
  if (artifact.kind === 'file') return <Download {...artifact} />
  return (
    <div className="markdown">
      <CodeBlock language={artifact.language} text={artifact.text} />
    </div>
  )
}

function Picture({ address, fileName }: Extract<ShownArtifact, { kind: 'picture' }>) {
  const { t } = useTranslation('chat')
  return (
    <figure className="artifact-picture">
      <img src={address} alt={t('artifacts.picture', { name: fileName })} />
      <figcaption>
        <Download address={address} fileName={fileName} />
      </figcaption>
    </figure>
  )
}

function Download({ address, fileName }: { address: string; fileName: string }) {
  const { t } = useTranslation('chat')
  return (
    <OwnLink className="artifact-download" address={address} download={fileName}>
      <IconDownload size={15} stroke={1.8} aria-hidden />
      {t('artifacts.download', { name: fileName })}
    </OwnLink>
  )
}
