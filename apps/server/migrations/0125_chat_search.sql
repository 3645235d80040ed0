-- kind: expand
-- step: concurrently
-- Staff look through all that was written, newest first (service.md 5.5): along the time, by whom it was written, and by the words of its first 500 signs.
create index concurrently chat_message_newest on chat_message (at desc, conversation_id desc, seq desc);
create index concurrently chat_message_of_agent on chat_message (author_id, at desc, conversation_id desc, seq desc) where sender = 'agent';
create index concurrently chat_message_pieces on chat_message using gin (name_pieces(left(content, 500)));
-- step: transaction
-- An index on an expression has no statistics of it until then.
analyze chat_message;
