/**
 * The words that rate a tool by its name. Reads pass, so the list of reads is the one to be careful with: a word
 * belongs there only if no common tool changes anything under that name. A word in no list rates nothing.
 */
const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

export const READ_VERBS: ReadonlySet<string> = words(`
  get gets list ls search find read fetch query show describe display count view lookup look check status download browse
  tree info head tail peek inspect explain preview validate verify compare diff analyze analyse summarize summarise
  calculate compute estimate ping echo whoami help version schema stats statistics metrics history filter retrieve
  enumerate examine detect monitor observe watch wait is has exists contains options grep glob
  cat stat screenshot snapshot trace profile lint parse ask
`)

/** Adds something beside what is there. A server that calls such a tool destructive says something new. */
export const ADDING_VERBS: ReadonlySet<string> = words(`
  create add comment append insert new make generate register draft upload import attach link label tag star follow
  subscribe vote react pin fork push commit clone copy cp duplicate save store schedule log record track bookmark like
  open request assign note mkdir touch provision allocate export
`)

/** Changes what is there: that an update overwrites is what the name says already. */
export const CHANGING_VERBS: ReadonlySet<string> = words(`
  write edit update set move modify change patch put upsert rename mv replace adjust toggle mark configure define
  complete finish resolve reopen close lock unlock archive unarchive sync convert increase decrease enable start pause
  resume revert unsubscribe unfollow unstar untag dismiss reject click type fill press navigate
  snooze reorder annotate alter detach unset redact unmute unhide enroll enrol onboard rebase squash amend ingest populate
  enqueue reindex regenerate deprecate unlist shelve defrag rehash reseed reseal hotfix acknowledge upvote downvote
`)

/**
 * The gravest ones as servers in other languages name them, without accents. Words that English has as well are left
 * out.
 */
const OTHER_LANGUAGES = `
  borrar eliminar suprimir vaciar enviar supprimer effacer envoyer loeschen loschen entfernen senden uberweisen ueberweisen
  eliminare rimuovere rimuovi elimina inviare excluir apagar deletar verwijder verwijderen versturen radera usun usunac hapus
  poista slet odstranit smazat udalit otpravit shanchu sakujo pagar bezahlen
`

export const HIGH_VERBS: ReadonlySet<string> = words(`
  delete del remove rm rmdir destroy drop truncate purge wipe erase clear reset revoke unlink prune flush evict discard
  overwrite shred uninstall unpublish undo rollback restore rebuild obliterate annihilate expunge eradicate nuke
  teardown decommission deprovision zap scrub invalidate disconnect kick liquidate redeem donate unsend
  send email mail sms tweet post reply forward broadcast invite notify share
  pay charge refund transfer withdraw deposit buy purchase order sell trade swap mint stake sign bid book checkout
  reimburse payout settle
  merge publish deploy release ship rollout promote demote migrate apply install upgrade downgrade
  grant approve authorize authorise impersonate escalate rotate chmod chown ban suspend deactivate disable block
  execute exec run eval evaluate invoke trigger dispatch submit spawn launch call
  kill terminate stop shutdown poweroff reboot restart halt abort cancel
  fulfill fulfil receive correct mutate
  clobber vaporize vaporise incinerate zeroize zeroise nullify annul rescind retract repeal expel oust banish unfriend disown
  exfiltrate exfil disburse remit transmit offboard unseal rekey reimage repartition umount unmount disarm elevate
  takeover failover cashout dlt rmv rsync scp
  ${OTHER_LANGUAGES}
`)

/** Verbs that are nouns or adjectives as often (`empty`, `format`): a deed only before one of `HANDLED_THINGS`. */
export const VERBS_BEFORE_THINGS: ReadonlySet<string> = words(`
  empty format print place wire fire burn flash mount reserve rent hire void text phone dial fax page dump drain scale load
  cash trash junk blank zero crash hibernate bounce cycle recycle switch turn shut power write carry log seal arm boot hit clean
  cleanup tidy vacuum compact repair refresh reload renew rebalance pull yank retire sunset permit deny allow forbid blacklist
  whitelist allowlist denylist bind poke queue relay deliver whisper dm expire confirm accept decline mute silence hide bury flag
  report eject evict assume become cordon taint inject emit sack handle process perform curl optimize seed transform cut paste bin regen trunc gc ditch own ack recall
`)

/** What is emptied, formatted, printed … And the particles of `turn_off`, `scale_down`. */
export const HANDLED_THINGS: ReadonlySet<string> = words(`
  trash bin recyclebin disk disks drive drives volume volumes partition partitions firmware document documents file files folder
  order orders bet money funds payment payments invoice invoices check missile employee employees person user users member
  members team account accounts role roles admin room table tables car ticket tickets node nodes pod pods host hosts server
  servers deployment deployments service services token tokens key keys cert certificate session sessions cache caches shell
  port message messages object objects record records row rows database databases db repo repository branch bucket buckets
  door alarm post posts ip ips privileges package packages pkg version job jobs event oncall everyone all everything
  offer code memory off on out down up over away
`)

/** Say only "do what the argument says": a read in SQL takes the weight from these and from no other verb. */
export const CARRIER_VERBS: ReadonlySet<string> = words('execute exec run eval evaluate invoke call submit')

/**
 * Leading verbs after which a word may be the thing that is read. Words that are nouns themselves (`status`) are not
 * here.
 */
export const PLAIN_READ_VERBS: ReadonlySet<string> = words(
  'get list search find read fetch show describe lookup count retrieve download',
)

/**
 * Verbs that are as often the thing itself: `get_release`, `list_workflow_run`, `get_email`. Only directly after a
 * leading read verb or at the end of its name, and with no "or" / "and" between.
 */
export const THINGS_TOO: ReadonlySet<string> = words(`
  comment run release transfer charge refund order purchase email mail sms post reply invite call book trade bid tag label
  note commit fork star log record request draft change block grant link track schedule type vote
`)

/** After `run` and `call` these are what is run: `get_run_js` runs it, `get_run_logs` reads. */
export const RUN_THINGS: ReadonlySet<string> = words(
  'js sql javascript python command commands cmd script code shell it now all',
)

/** Two words that are one thing wherever they stand after a leading read verb: `get_pull_request_files`. */
export const COMPOUND_THINGS: ReadonlySet<string> = new Set([
  'pull request',
  'merge request',
  'merge requests',
  'workflow run',
  'purchase order',
  'release notes',
  'comment thread',
])

/** Whole names whose words would say something else. */
export const KNOWN_READS: ReadonlySet<string> = new Set(['git log', 'commit log', 'audit log', 'change log'])

/** After a leading "create" or "update" only these: `create_refund` and `create_release` do what they name. */
export const THINGS_THAT_ARE_KEPT: ReadonlySet<string> = words('order purchase book email mail block')

/** Those of them that also begin a name in noun-verb order: `order_get`, `email_search`. */
export const THINGS_FIRST: ReadonlySet<string> = words(`
  comment release transfer charge refund order purchase email mail invite book trade tag label note commit request
`)

/** Read verbs that end such a name. Not those that are as well an object: `email_list` may send to one. */
export const CLOSING_READ_VERBS: ReadonlySet<string> = words('get search find read fetch describe lookup')

/** Join two verbs into one tool: what follows is done, whatever came first. */
export const JOINING_WORDS: ReadonlySet<string> = words('or and then also plus with before after maybe else')
