import type { PackWords } from '../pack-words.ts'
import { titled } from '../titled.ts'

export const SLACK_WORDS: PackWords = {
  pack: 'slack',
  get tools(): PackWords['tools'] {
    return {
      slack_post_message: titled('Post in {channel_id}: {text}', '在 {channel_id} 发布：{text}', 'sendsMessage'),
      slack_reply_to_thread: titled('Reply in {channel_id}: {text}', '在 {channel_id} 中回复：{text}', 'sendsMessage'),
      slack_add_reaction: titled(
        'React with :{reaction}: in {channel_id}',
        '在 {channel_id} 中添加表情 :{reaction}:',
        'writesPublicly',
      ),
      conversations_add_message: titled(
        '{thread_ts|word -=Post,*=Reply} in {channel_id}: {text}',
        '在 {channel_id} {thread_ts|word -=发布,*=回复}：{text}',
        'sendsMessage',
      ),
      reactions_add: titled(
        'React with :{emoji}: in {channel_id}',
        '在 {channel_id} 中添加表情 :{emoji}:',
        'writesPublicly',
      ),
      reactions_remove: titled(
        'Take back :{emoji}: in {channel_id}',
        '撤回 {channel_id} 中的表情 :{emoji}:',
        'changesThing',
      ),
      conversations_mark: titled('Mark {channel_id} as read', '将 {channel_id} 标为已读', 'changesThing'),
      usergroups_create: titled(
        'Create user group {name}[ (@{handle})]',
        '创建用户组 {name}[（@{handle}）]',
        'createsThing',
      ),
      usergroups_update: titled(
        'Change user group {usergroup_id}[: {name}][ (@{handle})]',
        '修改用户组 {usergroup_id}[：{name}][（@{handle}）]',
        'changesThing',
      ),
      usergroups_users_update: titled(
        'Replace the members of user group {usergroup_id} by {users}',
        '将用户组 {usergroup_id} 的成员替换为 {users}',
        'changesAccess',
      ),
      usergroups_me: titled(
        '{action|word join=Join user group,leave=Leave user group,list=List my user groups}[ {usergroup_id}]',
        '{action|word join=加入用户组,leave=退出用户组,list=列出我的用户组}[ {usergroup_id}]',
        'changesAccess',
      ),
      slack_send_message: titled('Send to {channel_id}: {message}', '发送到 {channel_id}：{message}', 'sendsMessage'),
      slack_send_message_draft: titled(
        'Draft for {channel_id}: {message}',
        '为 {channel_id} 起草：{message}',
        'keepsDraft',
      ),
      slack_schedule_message: titled(
        'Send to {channel_id} later: {message}',
        '定时发送到 {channel_id}：{message}',
        'sendsMessage',
      ),
      slack_create_canvas: titled('Create canvas {title}', '创建画布 {title}', 'writesPublicly'),
      slack_update_canvas: titled('Change canvas {canvas_id}', '修改画布 {canvas_id}', 'writesPublicly'),
      slack_create_conversation: titled('Create channel {name}', '创建频道 {name}', 'createsThing'),
    }
  },
}
