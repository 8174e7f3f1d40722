/**
 * Replies as people, and people with bad intentions, write them, with the reading that each must have. Data only: the
 * replies of a line stand between `¦`. The bot is called Holdpoint (`@Holdpoint`, `<@U0BOT>`, `@_user_1`).
 */
type Line = readonly [about: string, reading: 'confirm' | 'cancel' | 'none', replies: string]

export const MENTION: readonly string[] = ['Holdpoint', 'U0BOT', '@_user_1']

/** Without a code. */
export const REPLIES: readonly Line[] = [
  ['words of the source', 'confirm', '确认¦confirm¦yes¦y¦ok¦批准¦执行'],
  ['words of the source', 'cancel', '取消¦cancel¦no¦n¦拒绝¦不'],
  ['further words', 'confirm', 'confirmed¦approve¦approved¦okay¦同意¦确认执行'],
  ['Traditional Chinese', 'confirm', '確認¦執行¦批准¦確認執行¦同意'],
  ['Traditional Chinese', 'cancel', '拒絕¦駁回¦別¦終止¦否決¦請取消¦不執行¦別執行¦不確認¦請勿執行'],
  ['case', 'confirm', 'Confirm¦CONFIRM¦cOnFiRm¦Yes¦YES¦Y¦OK¦Ok¦oK¦Approved¦OKAY'],
  ['case', 'cancel', 'Cancel¦CANCEL¦No¦NO¦N¦Stop¦STOP¦Rejected'],
  ['width', 'confirm', 'ｙｅｓ¦ＹＥＳ¦Ｙ¦ｏｋ¦ＯＫ¦ｃｏｎｆｉｒｍ¦Ｃｏｎｆｉｒｍ！¦　确认　'],
  ['width', 'cancel', 'ｎｏ¦Ｎ¦ｃａｎｃｅｌ¦ＮＯ！¦　取消'],
  ['blanks around', 'confirm', ' confirm¦confirm ¦\tyes\t¦ok\n¦\n确认\n¦yes\r\n¦\u00a0确认¦确认\u2005'],
  ['blanks around', 'cancel', ' no ¦取消\n¦　不　¦n\r\n'],
  ['final punctuation', 'confirm', 'Yes。¦yes.¦yes!¦Yes!!!¦ok~¦确认。¦确认！¦确认～¦确认!¦批准．¦执行｡¦同意〜'],
  ['final punctuation', 'confirm', 'ok !¦yes.!¦Confirm !¦确认。！'],
  ['final punctuation', 'cancel', 'No.¦no!¦取消。¦取消！¦不。¦不！！¦拒绝～¦cancel!¦stop!!!'],
  ['mentions', 'confirm', '@Holdpoint confirm¦@holdpoint 确认¦<@U0BOT> yes¦<@U0BOT>yes¦@_user_1 确认¦@_user_1 ok!'],
  [
    'mentions',
    'confirm',
    '确认 @Holdpoint¦confirm <@U0BOT>¦确认@Holdpoint¦@Holdpoint: yes¦@Holdpoint, ok¦@Holdpoint，确认',
  ],
  ['mentions', 'confirm', '@Holdpoint\u2005确认¦@Holdpoint\u00a0确认 ¦@Holdpoint <@U0BOT> 确认¦ @_user_1　批准。'],
  ['mentions', 'cancel', '@Holdpoint cancel¦<@U0BOT> no¦取消 @Holdpoint¦@_user_1 不¦@Holdpoint: 拒绝'],
  [
    'mentions of others',
    'none',
    '@Alice confirm¦<@U0OTHER> yes¦@_user_2 确认¦@all 确认¦confirm @Alice¦@Holdpoint @Alice confirm',
  ],
  [
    'what is no mention',
    'none',
    'Holdpoint confirm¦Holdpoint: yes¦@Holdpointconfirm¦@Holdpoints confirm¦@ Holdpoint yes¦@Holdpoint',
  ],
  ['what is no mention', 'none', '<@U0BOT>'],
  [
    'mentions with more',
    'none',
    '@Holdpoint\nconfirm¦confirm\n@Holdpoint¦@Holdpoint not you, confirm¦confirm @Holdpoint tomorrow',
  ],
  ['mentions with more', 'none', '<@U0BOT|no> confirm'],
  [
    'negated',
    'cancel',
    '不确认¦不要执行¦别批准¦不批准¦不执行¦不同意¦别执行¦勿执行¦请勿执行¦不要确认¦不能执行¦不可执行',
  ],
  ['negated', 'cancel', "don't confirm¦not ok¦Don't approve¦do not approve¦DO NOT CONFIRM¦dont confirm¦not approved"],
  ['negated', 'cancel', 'not confirmed.'],
  ['negated', 'cancel', "don’t confirm¦Don’t¦don't¦do not¦Not okay!¦不要确认执行"],
  ['saying no', 'cancel', 'nope¦reject¦rejected¦decline¦declined¦deny¦denied¦refuse¦abort¦stop¦cancelled¦canceled'],
  ['saying no', 'cancel', 'no thanks¦No thanks!¦no thank you¦never mind¦Nevermind¦please cancel¦Cancel please!'],
  ['saying no', 'cancel', '不要¦不行¦不可以¦不用¦不用了¦不要了¦别¦否¦否决¦驳回¦停¦停止¦中止¦终止¦算了¦请取消¦取消吧'],
  [
    'negated otherwise',
    'none',
    "I don't confirm¦never confirm¦cannot confirm¦can't approve¦won't approve¦not yet¦not now",
  ],
  ['negated otherwise', 'none', 'not yes or no'],
  [
    'negated otherwise',
    'none',
    '先不确认¦暂不执行¦我不批准¦没批准¦未确认¦还没确认¦并不同意¦不是确认¦不太同意¦无法确认¦非执行',
  ],
  [
    'negated otherwise',
    'none',
    'no confirm¦no, confirm¦no yes¦confirm not¦confirm: no¦ok no¦确认不¦执行不了¦批准个屁¦确认 不',
  ],
  [
    'both',
    'none',
    'yes no¦yes/no¦y/n¦yes or no¦no yes¦confirm cancel¦cancel confirm¦确认取消¦取消确认¦确认/取消¦确认 取消¦取消 执行',
  ],
  [
    'several lines',
    'none',
    'yes\nno¦no\nyes¦confirm\nconfirm¦确认\n取消¦yes\r\nno¦确认\n\n-- \nSent from my phone¦confirm\n7F3K¦yes\u2028no¦yes\u0085',
  ],
  ['several lines', 'none', 'yes\u2028¦\u2029确认¦yes\vno¦\fyes¦确认\n。¦原文\n确认'],
  [
    'quoted',
    'none',
    '> confirm¦>confirm¦&gt; confirm¦>> 确认¦"confirm"¦“确认”¦‘yes’¦「确认」¦『確認』¦«yes»¦\'yes\'¦`confirm`',
  ],
  [
    'quoted',
    'none',
    '(yes)¦（确认）¦【确认】¦[ok]¦<yes>¦《批准》¦**确认**¦*confirm*¦_yes_¦~yes~¦```ok```¦"yes¦yes"¦＂ｙｅｓ＂',
  ],
  ['quoted', 'none', 'Bob: confirm¦张三：确认¦Bob wrote: yes¦他说确认¦reply "confirm"¦回复 确认¦回复确认¦请回复“确认”'],
  [
    'forwarded',
    'none',
    'Fwd: confirm¦FW: yes¦Re: confirm¦转发：确认¦[转发] 确认¦转发\n确认¦---------- Forwarded message\nyes',
  ],
  [
    'questions',
    'none',
    'yes?¦confirm?¦ok?¦确认?¦确认？¦确认吗¦确认吗？¦批准了吗¦执行么¦y?¦ok?!¦?yes¦是否确认¦要确认吗¦no?¦取消？¦不？',
  ],
  ['left open', 'none', 'yes...¦ok…¦确认……¦确认。。。¦yes,¦确认，¦ok;¦yes:¦yes-¦确认、¦yes -¦ok..¦no...'],
  [
    'conditions',
    'none',
    'yes but¦yes, but not now¦ok if tested¦yes after lunch¦confirm tomorrow¦yes to the first¦确认后再说¦同意一半',
  ],
  ['conditions', 'none', '如果没问题就确认¦确认前先备份'],
  ['longer', 'none', 'yes please¦yes it is¦yes yes¦ok ok¦confirm it¦I confirm¦I approve¦ok thanks¦yes sir¦ok then'],
  ['longer', 'none', 'okay then¦yes 2000¦ok 7'],
  [
    'longer',
    'none',
    '我确认¦确认一下¦确认确认¦确认了¦批准了¦批准吧¦执行吧¦已确认¦已批准¦可以确认¦确认执行吧¦确认无误¦全部确认¦确 认¦同意的话',
  ],
  [
    'requests to others',
    'none',
    'please confirm¦confirm please¦pls confirm¦please approve¦need approval¦请确认¦請確認¦请批准¦麻烦确认¦帮忙确认¦请执行¦待确认',
  ],
  ['what listeners say', 'none', '好¦好的¦好吧¦行¦可以¦嗯¦嗯嗯¦是¦是的¦对¦收到¦了解¦没问题¦随便¦好滴¦okk'],
  [
    'what listeners say',
    'none',
    'sure¦yeah¦yep¦yup¦fine¦k¦kk¦right¦go¦go ahead¦do it¦proceed¦lgtm¦LGTM!¦sounds good¦thanks¦ja¦oui¦да',
  ],
  ['what listeners say', 'none', 'はい'],
  ['no words', 'none', '¦ ¦\n¦.¦。¦!¦?¦1¦0¦+1¦-1¦01¦１¦👍¦👍🏻¦✅¦👌¦🆗¦❌¦👎¦:+1:¦[OK]¦[强]¦#¦@¦null¦true¦undefined'],
  [
    'words with signs',
    'none',
    '👍 yes¦yes 👍¦✅确认¦确认✅¦/confirm¦!confirm¦-yes¦+yes¦*yes¦#yes¦#确认¦. yes¦！确认¦=yes¦\\yes¦$ok¦yes/¦yes=',
  ],
  ['words with signs', 'none', 'ok)'],
  [
    'parts of words',
    'none',
    'yesterday¦okra¦confirmation¦unconfirmed¦approves¦disapprove¦disapproved¦token¦eyes¦my¦book¦yess¦conf',
  ],
  ['parts of words', 'none', 'confir¦确¦认¦批¦执行官¦同意书'],
  [
    'parts of words',
    'none',
    'knot¦know¦cancellation¦nonono¦none¦noo¦now¦not¦取¦消¦取消会议¦拒绝服务¦不知道¦别的¦停车¦不确定¦否则',
  ],
  ['inside words', 'none', 'con firm¦y e s¦o k¦c-o-n-f-i-r-m¦y.e.s¦o.k.¦ye s¦con-firm¦yes_¦_ok¦y/e/s'],
  ['Cyrillic', 'none', 'уes¦yеs¦yeѕ¦уеѕ¦оk¦ок¦oк¦сonfirm¦cоnfirm¦cоnfіrm¦аpprove¦арprоve¦У¦у'],
  ['Greek', 'none', 'οk¦oκ¦Οk¦OΚ¦ΟΚ¦cοnfirm¦Υ¦γes¦yεs¦αpprove'],
  [
    'other scripts',
    'none',
    'օk¦ᴏᴋ¦ყes¦ꓳꓗ¦ɩ¦Ꭹes¦okaỵ¦yés¦ök¦confırm¦confİrm¦ỵes¦yeş¦øk¦确訁忍¦礭認¦确認¦確认¦挀准¦執⾏',
  ],
  ['letters in disguise', 'none', '𝐲𝐞𝐬¦𝓎𝑒𝓈¦ⓨⓔⓢ¦ʸᵉˢ¦yeſ¦o\u212a¦🄾🄺¦🅨🅔🅢¦ᵒᵏ¦⒪⒦¦conﬁrm¦执⾏¦⼀¦𝗼𝗸¦ﬁ'],
  ['both widths', 'none', 'yeｓ¦ｙes¦oＫ¦cｏnfirm¦Ｏk'],
  [
    'zero width',
    'none',
    'y\u200bes¦\u200byes¦yes\u200b¦ok\u200d¦确\u200b认¦确认\u2060¦\ufeff确认¦确认\ufeff¦con\u00adfirm¦yes\u034f¦\u180eyes¦ok\u2063¦yes\u115f¦确认\u3164¦yes\u2800',
  ],
  ['bidi', 'none', '\u202esey¦\u202eyes¦yes\u202c¦\u2066确认\u2069¦yes\u200e¦\u200fok¦\u061cyes¦\u202dconfirm'],
  [
    'combining marks',
    'none',
    'yes\u0336¦y\u0336e\u0336s\u0336¦ok\u0301¦确\u0338认\u0338¦confirm\u20e0¦yes\u20dd¦确认\ufe00¦ok\ufe0f¦确认\u{e0100}¦n\u0303o\u0338k',
  ],
  [
    'tags and controls',
    'none',
    'yes\u{e0079}¦\u{e0001}yes¦ok\u{e0020}¦yes\u0000¦ye\u0008s¦\u001b[1myes¦yes\u0007¦ok\u007f¦yes\ud800¦\udc00ok¦yes\ue000¦yes\u{f0000}',
  ],
  [
    'code and markup',
    'none',
    '<b>yes</b>¦[yes](http://x)¦<http://x|yes>¦javascript:yes¦{"text":"yes"}¦%79es¦ye&#115;¦\\u0079es',
  ],
  ['code and markup', 'none', 'y\\nes¦<at id=all></at>确认¦<!channel> yes'],
  [
    'of the agent',
    'none',
    'Apply: call delete(id=1, preview=false)¦Cancel: do not apply it.¦confirm=true¦preview=false',
  ],
  ['of the agent', 'none', 'approved by admin¦✅ Approved¦已由管理员批准'],
  [
    'tasks',
    'none',
    '删除 orders 表里 status=1 的记录¦what will it do¦这是什么¦cancel the meeting¦approve the invoice¦执行什么¦wait¦等等',
  ],
  ['tasks', 'none', '稍等¦stop the server¦no idea¦help'],
  ['code alone', 'none', '7F3K¦#7F3K¦7f3k¦７Ｆ３Ｋ¦7F3K!¦@Holdpoint 7F3K¦7F3K 9ACD'],
]

/** With the code 7F3K. */
export const REPLIES_WITH_CODE: readonly Line[] = [
  [
    'word code',
    'confirm',
    'confirm 7F3K¦yes 7f3k¦y 7F3K¦OK 7F3K¦确认 7F3K¦批准 7f3k¦執行 7F3K¦Confirm  7F3K¦confirm\t7F3K',
  ],
  [
    'word code',
    'cancel',
    "cancel 7F3K¦no 7f3k¦n 7F3K¦取消 7F3K¦拒绝 7f3k¦don't approve 7F3K¦不批准 7F3K¦拒絕7F3K¦no thanks 7F3K",
  ],
  ['code word', 'confirm', '7F3K confirm¦7f3k yes¦7F3K 确认¦#7F3K ok¦7F3K: confirm¦7F3K，确认'],
  ['code word', 'cancel', '7F3K cancel¦7f3k no¦7F3K 取消¦#7F3K 不¦7F3K: 拒绝¦7F3K不批准'],
  ['without a blank', 'confirm', '确认7F3K¦7F3K确认¦確認7f3k¦确认#7F3K¦#7F3K确认¦同意：7F3K¦confirm:7F3K¦confirm#7F3K'],
  ['without a blank', 'cancel', '取消7F3K¦7F3K取消¦不7F3K¦cancel,7F3K'],
  [
    'signs and width',
    'confirm',
    'confirm #7F3K¦confirm: 7F3K¦confirm, #7F3K.¦确认，7F3K¦确认：#7F3K！¦确认 ７Ｆ３Ｋ¦确认７ｆ３ｋ¦ｙｅｓ ＃７Ｆ３Ｋ¦确认　7F3K。',
  ],
  ['mentions', 'confirm', '@Holdpoint confirm 7F3K¦<@U0BOT> 7F3K yes¦@_user_1 确认7F3K¦confirm 7F3K @Holdpoint'],
]

/** Texts with a code that answer nothing. */
export const NO_REPLIES_WITH_CODE: readonly string[] = [
  'confirm7F3K¦7F3Kconfirm¦y7F3K¦confirm 7F 3K¦confirm 7F3¦confirm 7F3KK¦confirm 7F3K 9ACD',
  '7F3K confirm 9ACD¦7F3K confirm 7F3K¦confirm "7F3K"¦confirm (7F3K)¦confirm `7F3K`¦"confirm 7F3K"',
  '> confirm 7F3K¦「确认 7F3K」¦确认「7F3K」¦confirm 7F3K?¦confirm 7F3K or 9ACD¦confirm 7F3K and 9ACD',
  'confirm not 7F3K¦confirm 7F3K not¦not 7F3K confirm¦不 确认 7F3K¦confirm 7F3K\nno¦confirm\n7F3K',
  'confirm all but 7F3K¦please confirm 7F3K¦请确认 7F3K¦确认码 7F3K¦确认7F3K吗¦confirm 7F3К¦confirm 7\u200bF3K',
  'confirm 7F3K\u200b¦confirm \u202e7F3K¦confirm 7F3\u212a¦confirm 𝟕F3K¦confirm ７F3K¦confirm 7F3K...¦confirm -7F3K',
  'confirm ##7F3K¦confirm # 7F3K¦confirm::7F3K¦confirm THEN¦yes that¦ok 2000¦yes 1234¦ok next¦no deny',
  'confirm DENY¦7F3K 7F3K¦don’t you confirm 7F3K¦7F3K: no, confirm¦confirm 7F3K cancel 9ACD¦yes 7F3K no',
  '7F3K yes no¦@Alice confirm 7F3K',
]
