/** The inbox: defines its elements. The document already holds `<holdpoint-inbox>`, which begins by itself. */
import { HoldpointInbox } from './inbox-element.ts'
import { BulkApprove } from './views/holds/bulk-approve.ts'
import { MaskedSecrets } from './views/holds/masked-secrets.ts'
import { PagedCards } from './views/parts/paged-cards.ts'
import { VirtualRows } from './views/parts/virtual-rows.ts'

/** Importing the card defines it. */
export { ToolCard } from '@holdpoint/card'

customElements.define('virtual-rows', VirtualRows)
customElements.define('paged-cards', PagedCards)
customElements.define('bulk-approve', BulkApprove)
customElements.define('masked-secrets', MaskedSecrets)
customElements.define('holdpoint-inbox', HoldpointInbox)
