import { Button, Group } from '@mantine/core'
import type { DocumentStore, FlowNode } from '@runnel/contract'
import { IconDatabaseImport } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { useIsShown } from '../../../session/use-viewer.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { PageHead } from '../../../ui/page-head.tsx'
import { useLeaveQuestion } from '../../../ui/use-leave-question.ts'
import { UpsertHistory } from '../../upserts/upsert-history.tsx'
import { focusFault } from '../focus-fault.ts'
import { refreshStores } from '../store-queries.ts'
import { BackToStore } from '../store-screen.tsx'
import { isBusy } from '../under-way.ts'
import type { useComponents } from '../use-components.ts'
import { UpsertOutcome } from './upsert-outcome.tsx'
import {
  checkVectorDraft,
  VECTOR_STEPS,
  type VectorDraft,
  type VectorStep,
  vectorBodyOf,
  vectorDraftOf,
} from './vector-draft.ts'
import { VectorStepForm } from './vector-step-form.tsx'
import './vectors.css'

interface VectorEditorProps {
  store: DocumentStore
  docId: string | undefined
  components: ReturnType<typeof useComponents>
}

/** Chooses embeddings, a vector store and a record manager, step by step, and makes the vectors. */
export function VectorEditor({ store, docId, components }: VectorEditorProps) {
  const { t } = useTranslation(['document-stores', 'node-form', 'problems'])
  const { find } = components
  const mayEdit = useIsShown({ permission: 'documentStores:upsert-config' })
  const [saved, setSaved] = useState(() => vectorDraftOf(store, find))
  const [draft, setDraft] = useState(saved)
  const [showsProblems, setShowsProblems] = useState(false)
  const [jobId, setJobId] = useState<string>()
  const form = useRef<HTMLDivElement>(null)
  useLeaveQuestion(draft !== saved)
  const save = useVectorSave(store.id, docId, (kept, runId) => {
    setSaved(kept)
    if (runId !== undefined) setJobId(runId)
    else notify.success(t('vectors.saved'))
  })
  const loader = store.loaders.find(({ id }) => id === docId)
  const run = (work: 'save' | 'upsert') => {
    const lacks = work === 'upsert' && !(draft.embedding && draft.vectorStore)
    setShowsProblems(true)
    if (lacks || checkVectorDraft(draft, find).length > 0) focusFault(form.current)
    else save.mutate({ draft, work })
  }
  const change = (step: VectorStep, next: (node: FlowNode | undefined) => FlowNode | undefined) =>
    setDraft((now: VectorDraft) => ({ ...now, [step]: next(now[step]) }))
  return (
    <>
      <PageHead
        title={t('vectors.title')}
        text={
          loader
            ? t('vectors.textOf', { name: store.name, loader: loader.loaderName })
            : t('vectors.text', { name: store.name })
        }
      >
        <BackToStore store={store} />
      </PageHead>
      <FailureNote error={save.error} mb="md" />
      <UpsertOutcome store={store} jobId={jobId} />
      <div ref={form} className="vector-steps">
        {VECTOR_STEPS.map((step, index) => (
          <VectorStepForm
            key={step}
            number={index + 1}
            step={step}
            node={draft[step]}
            components={components}
            isReadOnly={!mayEdit}
            showsProblems={showsProblems}
            onChange={(next) => change(step, next)}
          />
        ))}
      </div>
      {mayEdit ? (
        <Group justify="flex-end" gap="xs" my="md">
          <Button variant="default" disabled={draft === saved} onClick={() => setDraft(saved)}>
            {t('vectors.reset')}
          </Button>
          <Button
            variant="default"
            loading={save.isPending && save.variables.work === 'save'}
            disabled={isBusy(store)}
            onClick={() => run('save')}
          >
            {t('vectors.save')}
          </Button>
          <Button
            leftSection={<IconDatabaseImport size={16} stroke={1.8} />}
            loading={save.isPending && save.variables.work === 'upsert'}
            disabled={isBusy(store) || store.totalChunks === 0}
            onClick={() => run('upsert')}
          >
            {t('vectors.upsert')}
          </Button>
        </Group>
      ) : null}
      {store.totalChunks === 0 ? <p className="store-note">{t('vectors.noChunks')}</p> : null}
      <UpsertHistory
        ownerId={store.id}
        version={`${store.status} ${store.runId}`}
        deletedBy="documentStores:upsert-config"
      />
    </>
  )
}

interface VectorWork {
  draft: VectorDraft
  /** Saving alone, or making the vectors as well. */
  work: 'save' | 'upsert'
}

function useVectorSave(
  storeId: string,
  docId: string | undefined,
  onSaved: (draft: VectorDraft, runId: string | undefined) => void,
) {
  return useMutation({
    mutationFn: async ({ draft, work }: VectorWork): Promise<string | undefined> => {
      const body = vectorBodyOf(storeId, draft)
      if (work === 'save') {
        await api.saveVectorConfig({ body })
        return undefined
      }
      const begun = await api.insertIntoVectorStore({
        query: { wait: 'false' },
        body: { ...body, isStrictSave: true, ...(docId !== undefined && { docId }) },
      })
      return 'jobId' in begun ? begun.jobId : undefined
    },
    onSuccess: async (runId, { draft }) => {
      onSaved(draft, runId)
      await refreshStores()
    },
  })
}
