import { CredentialField } from '../../credentials/credential-field.tsx'
import type { FieldComponents } from '../../node-form/field-components.ts'
import { FormField } from '../../node-form/form-field.tsx'
import { ValuesForm } from '../../node-form/values-form.tsx'

/** The parts of a node's form, as the editor puts them together. */
export const nodeFields: FieldComponents = { Field: FormField, Form: ValuesForm, Credential: CredentialField }
