import { Button, Popover } from '@mantine/core';
import { useState } from 'react';
import { useNotifications } from '../../data/notifications.ts';
import { useSession } from '../../data/session.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { Skeletons } from '../../shared/states/Loading.tsx';
import { QueryState } from '../../shared/states/QueryState.tsx';
import { useLanguage, useTexts } from '../../shared/texts/index.ts';
import { wordsOf } from '../../shared/texts/notification-words.ts';
import classes from './NotificationBell.module.css';
import { shellTexts } from './texts.ts';

/** Shows the number of unread notifications and the newest; a press marks one as read. */
export function NotificationBell() {
  const texts = useTexts(shellTexts);
  const format = useFormat();
  const { language } = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const { unreadNotifications } = useSession().session;
  const { list, markRead, markAllRead } = useNotifications(isOpen);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} width={360} position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes.bell}
          aria-label={unreadNotifications > 0 ? texts.unread(format.number(unreadNotifications)) : texts.notifications}
          onClick={() => setIsOpen((open) => !open)}
        >
          <Icon name="bell" />
          {unreadNotifications > 0 && <span className={classes.dot} />}
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <div className={classes.head}>
          <h2>{texts.notifications}</h2>
          <Button variant="subtle" size="xs" disabled={unreadNotifications === 0} onClick={markAllRead}>
            {texts.markAllRead}
          </Button>
        </div>
        <div className={classes.list}>
          <QueryState query={list} loading={<Skeletons count={3} height={64} />}>
            {(notifications) =>
              notifications.length === 0 ? (
                <p className={classes.none}>{texts.noNotifications}</p>
              ) : (
                notifications.map((each) => (
                  <button
                    key={each.id}
                    type="button"
                    className={classes.entry}
                    data-unread={each.status === 'UNREAD'}
                    lang={wordsOf(each, language).lang}
                    onClick={() => each.status === 'UNREAD' && markRead(each)}
                  >
                    <strong>{wordsOf(each, language).title}</strong>
                    <span>{wordsOf(each, language).message}</span>
                    <time dateTime={each.createdAt} lang={language}>
                      {format.ago(each.createdAt)}
                    </time>
                  </button>
                ))
              )
            }
          </QueryState>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
