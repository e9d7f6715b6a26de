import { Accordion, Button } from '@mantine/core'
import type { JsonValue } from '@runnel/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { ShownIf } from '../../session/shown-if.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { usePassagePlace } from '../../ui/passage-place.ts'
import { ArtifactList } from './artifacts/artifact-list.tsx'
import type { ChatEntry } from './chat-entry.ts'
import { EmptyAnswer } from './empty-answer.tsx'
import { metadataOf, readSource } from './read-source.ts'
import { SourceOrigin } from './source-origin.tsx'
import { ListenButton } from './speech/listen-button.tsx'
import { ThoughtsCard } from './thoughts/thoughts-card.tsx'

const MarkdownText = lazyPart(async () => (await import('./markdown/markdown-text.tsx')).MarkdownText, {
  waiting: ({ text }) => <p className="markdown">{text}</p>,
})

interface AnswerProps {
  entry: ChatEntry
  /** The text still grows. */
  isGrowing?: boolean
  labelOf: (nodeId: string) => string | undefined
  onShowNode: (nodeId: string) => void
}

/** An answer: its text, what it was made with, and why there is none. */
export const Answer = memo(function Answer({ entry, isGrowing, labelOf, onShowNode }: AnswerProps) {
  const { t } = useTranslation('chat')
  return (
    <article className="chat-answer" aria-label={t('answer')} aria-busy={isGrowing ?? false}>
      {entry.thoughts ? <ThoughtsCard thoughts={entry.thoughts} id={entry.id} /> : null}
      {entry.artifacts ? <ArtifactList artifacts={entry.artifacts} /> : null}
      {entry.text === '' ? null : <MarkdownText text={entry.text} />}
      {isBlank(entry) && !isGrowing ? <EmptyAnswer labelOf={labelOf} onShowNode={onShowNode} /> : null}
      <Details entry={entry} />
      {entry.failure ? <Failure failure={entry.failure} labelOf={labelOf} onShowNode={onShowNode} /> : null}
      {entry.stopped ? <p className="chat-note">{t('stopped')}</p> : null}
      {isGrowing ? null : <Foot entry={entry} />}
    </article>
  )
})

/** Nothing at all came, and nothing says why. */
function isBlank({ text, artifacts, failure, stopped }: ChatEntry): boolean {
  return text === '' && !artifacts && !failure && !stopped
}

/** What can be done with an answer, and what it used up. */
function Foot({ entry }: { entry: ChatEntry }) {
  const { t } = useTranslation('chat')
  const { text, usage } = entry
  return (
    <div className="chat-answer-foot">
      {text === '' ? null : (
        <>
          <CopyButton text={text} />
          <ListenButton entry={entry} />
        </>
      )}
      {usage ? <span>{t('tokens', { count: usage.totalTokens })}</span> : null}
    </div>
  )
}

function Failure({
  failure,
  labelOf,
  onShowNode,
}: Pick<AnswerProps, 'labelOf' | 'onShowNode'> & { failure: NonNullable<ChatEntry['failure']> }) {
  const { t } = useTranslation('chat')
  const { nodeId, message } = failure
  const label = nodeId === undefined ? undefined : labelOf(nodeId)
  return (
    <div className="chat-failure" role="alert">
      <IconAlertTriangle size={16} stroke={1.8} aria-hidden />
      <div>
        <p className="chat-failure-title">
          {label === undefined ? t('failure.run') : t('failure.node', { label })}
        </p>
        <p>{withoutName(message, label, nodeId)}</p>
        {nodeId !== undefined && label !== undefined ? (
          <Button size="compact-xs" variant="default" onClick={() => onShowNode(nodeId)}>
            {t('failure.show', { label })}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

/** The title names the node already: the server's words do so too, for programs. */
function withoutName(message: string, label: string | undefined, nodeId: string | undefined): string {
  const name = `${label} (${nodeId}): `
  return message.startsWith(name) ? message.slice(name.length) : message
}

function Details({ entry }: { entry: ChatEntry }) {
  const { t } = useTranslation('chat')
  const { usedTools, sources } = entry
  if (usedTools.length === 0 && sources.length === 0) return null
  return (
    <Accordion variant="contained" multiple chevronSize={14} className="chat-details">
      {usedTools.length === 0 ? null : (
        <Accordion.Item value="tools">
          <Accordion.Control>
            {t('tools', {
              count: usedTools.length,
              names: [...new Set(usedTools.map(({ tool }) => tool))].join(', '),
            })}
          </Accordion.Control>
          <Accordion.Panel>
            {usedTools.map((used, index) => (
              <dl
                className="chat-used"
                key={`${used.tool}-${String(index)}`}
                data-failed={used.error !== undefined}
              >
                <dt>{used.tool}</dt>
                <dd>
                  <pre>{asText(used.toolInput)}</pre>
                  <pre>{used.error ?? asText(used.toolOutput)}</pre>
                </dd>
              </dl>
            ))}
          </Accordion.Panel>
        </Accordion.Item>
      )}
      {sources.length === 0 ? null : (
        <Accordion.Item value="sources">
          <Accordion.Control>{t('sources', { count: sources.length })}</Accordion.Control>
          <Accordion.Panel>
            {sources.map((source, index) => (
              <Source source={source} key={String(index)} />
            ))}
          </Accordion.Panel>
        </Accordion.Item>
      )}
    </Accordion>
  )
}

/** A document with the name and the place that its loader gave it; anything else as it came. */
function Source({ source }: { source: JsonValue }) {
  const { t } = useTranslation('chat')
  const partsOf = usePassagePlace()
  const document = readSource(source)
  if (!document) return <pre className="chat-used">{asText(source)}</pre>
  const { text } = document
  return (
    <figure className="chat-source">
      <figcaption>{[document.name ?? t('sourceUnnamed'), ...partsOf(document)].join(', ')}</figcaption>
      <blockquote>{text}</blockquote>
      <ShownIf permission="documentStores:view">
        <SourceOrigin document={document} metadata={metadataOf(source)} />
      </ShownIf>
    </figure>
  )
}

function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
