opener.location.reload();
close();
