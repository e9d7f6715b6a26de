import { Button, Textarea } from '@mantine/core'
import type { DocumentStore, FlowNode } from '@runnel/contract'
import { IconSearch } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { useIsShown } from '../../../session/use-viewer.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { useLeaveQuestion } from '../../../ui/use-leave-question.ts'
import { writeComponent } from '../../node-form/component-node.ts'
import { ComponentForm } from '../component-form.tsx'
import { refreshStores } from '../store-queries.ts'
import type { useComponents } from '../use-components.ts'
import { vectorDraftOf } from '../vectors/vector-draft.ts'
import { QueryFilter } from './query-filter.tsx'
import { QueryResults } from './query-results.tsx'
import { readFilter } from './read-filter.ts'
import { searchInputs, searchPartOf } from './search-inputs.ts'

interface AskStoreProps {
  store: DocumentStore
  components: ReturnType<typeof useComponents>
}

/** Asks a store as flows ask it, and tries out how it searches. */
export function AskStore({ store, components: { find } }: AskStoreProps) {
  const { t } = useTranslation(['document-stores', 'node-form', 'problems'])
  const { id: storeId } = store
  const [question, setQuestion] = useState('')
  const [written, setWritten] = useState('')
  const { filter, isWrong = false } = readFilter(written)
  const [saved, setSaved] = useState(() => vectorDraftOf(store, find).vectorStore)
  const [node, setNode] = useState(saved)
  const ask = useMutation({
    mutationFn: (query: string) =>
      api.queryVectorStore({
        body: {
          storeId,
          query,
          ...(filter && { filter }),
          ...(node && { inputs: searchInputs(node, find) }),
        },
      }),
  })
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (question.trim() !== '' && !isWrong && !ask.isPending) ask.mutate(question.trim())
  }
  const askByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }
  return (
    <div className="store-columns query-columns">
      <section aria-label={t('query.ask')} className="query-main">
        <form className="panel query-form" onSubmit={submit}>
          <Textarea
            label={t('query.question')}
            description={t('query.help')}
            autosize
            minRows={2}
            maxRows={8}
            autoFocus
            value={question}
            onChange={(event) => setQuestion(event.currentTarget.value)}
            onKeyDown={askByEnter}
          />
          <QueryFilter text={written} isWrong={isWrong} onChange={setWritten} />
          <div className="store-actions">
            <Button
              type="submit"
              leftSection={<IconSearch size={16} stroke={1.8} />}
              loading={ask.isPending}
              disabled={!store.answers || question.trim() === '' || isWrong}
            >
              {t('query.button')}
            </Button>
          </div>
        </form>
        <FailureNote error={ask.error} mt="md" />
        {ask.data ? <QueryResults store={store} question={ask.variables} answer={ask.data} /> : null}
      </section>
      {node ? (
        <SearchParams
          store={store}
          node={node}
          saved={saved}
          find={find}
          onChange={setNode}
          onSaved={setSaved}
        />
      ) : null}
    </div>
  )
}

interface SearchParamsProps {
  store: DocumentStore
  node: FlowNode
  saved: FlowNode | undefined
  find: AskStoreProps['components']['find']
  onChange: (change: (node: FlowNode | undefined) => FlowNode | undefined) => void
  onSaved: (node: FlowNode) => void
}

/** How the vector store searches: tried out at once, and kept for flows when it is saved. */
function SearchParams({ store, node, saved, find, onChange, onSaved }: SearchParamsProps) {
  const { t } = useTranslation('document-stores')
  const mayEdit = useIsShown({ permission: 'documentStores:upsert-config' })
  useLeaveQuestion(mayEdit && node !== saved)
  const save = useMutation({
    mutationFn: (wanted: FlowNode) => {
      const { name, config } = writeComponent(wanted)
      return api.updateVectorStoreConfig({
        body: { storeId: store.id, vectorStoreName: name, vectorStoreConfig: config },
      })
    },
    onSuccess: async (_done, wanted) => {
      onSaved(wanted)
      notify.success(t('query.saved'))
      await refreshStores()
    },
  })
  return (
    <section className="panel store-form" aria-label={t('query.params')}>
      <h2>{t('query.params')}</h2>
      <p className="store-note">{t('query.paramsHelp')}</p>
      <ComponentForm
        node={node}
        find={(type) => searchPartOf(find(type))}
        isReadOnly={false}
        showsProblems={false}
        onChange={(change) => onChange((now) => now && change(now))}
      />
      <FailureNote error={save.error} />
      {mayEdit ? (
        <div className="store-actions">
          <Button
            variant="default"
            disabled={node === saved}
            loading={save.isPending}
            onClick={() => save.mutate(node)}
          >
            {t('query.save')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}
