import type { UseFormReturnType } from '@mantine/form'
import { DeletedMeanwhile } from './deleted-meanwhile.tsx'
import type { DeletedThing } from './deleted-note.tsx'
import { SavedMeanwhile, type SavedMeanwhileProps } from './saved-meanwhile.tsx'

interface FormSavedMeanwhileProps<Values>
  extends Pick<SavedMeanwhileProps<Values>, 'revision' | 'read' | 'differences'> {
  form: Pick<UseFormReturnType<Values>, 'values' | 'setInitialValues' | 'reset'>
  save: { error: unknown; isPending: boolean; reset: () => void; mutate: (values: Values) => void }
  /** What is changed; undefined while it is made. */
  thing: DeletedThing | undefined
}

/** The same of a form whose values are saved as they stand in it, also where others deleted what it changes. */
export function FormSavedMeanwhile<Values>({
  form,
  save,
  thing,
  ...meanwhile
}: FormSavedMeanwhileProps<Values>) {
  return (
    <>
      <SavedMeanwhile
        {...meanwhile}
        error={save.error}
        onTake={(theirs) => {
          form.setInitialValues(theirs)
          form.reset()
          save.reset()
        }}
        onOverwrite={() => save.mutate(form.values)}
        isSaving={save.isPending}
        thing={thing}
      />
      {thing ? <DeletedMeanwhile error={save.error} read={meanwhile.read} thing={thing} /> : null}
    </>
  )
}
